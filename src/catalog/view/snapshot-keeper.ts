import { Injectable } from '@nestjs/common';
import type { Revisions } from '../../database/revision/revisions.js';
import type { CatalogSnapshot } from './catalog-snapshot.js';
import { CatalogRepository } from './catalog.repository.js';
import { ageOf, isCurrent, type SnapshotAge } from './snapshot-freshness.js';

/** Keeps the catalog in memory, and reads what has changed when it is asked for a later revision. */
@Injectable()
export class SnapshotKeeper {
  private kept: { readonly snapshot: CatalogSnapshot; readonly age: SnapshotAge } | undefined;
  private reading: Promise<void> | undefined;

  constructor(private readonly catalog: CatalogRepository) {}

  /** The snapshot if it is of these revisions, or was read later than they were. */
  ready(revisions: Revisions): CatalogSnapshot | undefined {
    const { kept } = this;
    return kept && isCurrent(kept.age, revisions) ? kept.snapshot : undefined;
  }

  /** The same, read if need be. */
  async at(revisions: Revisions): Promise<CatalogSnapshot> {
    for (;;) {
      const ready = this.ready(revisions);
      if (ready) return ready;
      // A reading that is under way may have begun too early; the next one will not have.
      await this.read(revisions);
    }
  }

  /** Those who need a later snapshot share one reading. */
  read(wanted: Revisions): Promise<void> {
    this.reading ??= this.readNext(wanted).finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async readNext(wanted: Revisions): Promise<void> {
    const begunAt = performance.now();
    const snapshot = await this.catalog.load(this.kept?.snapshot, wanted.catalog);
    this.kept = { snapshot, age: ageOf(snapshot.revision, wanted, begunAt) };
  }
}
