import { Injectable } from '@nestjs/common';
import type { Revisions } from '../../database/revision/revisions.js';
import type { CatalogSnapshot } from './catalog-snapshot.js';
import { CatalogRepository } from './catalog.repository.js';

/** Keeps the catalog in memory, and reads what has changed when it is asked for a later revision. */
@Injectable()
export class SnapshotKeeper {
  private snapshot: CatalogSnapshot | undefined;
  /** The catalog was no later than the snapshot then, by `performance.now()`. */
  private readAt = -Infinity;
  private reading: Promise<void> | undefined;

  constructor(private readonly catalog: CatalogRepository) {}

  /** The snapshot if it is of these revisions, or was read later than they were. */
  ready({ catalog, at }: Revisions): CatalogSnapshot | undefined {
    const usable = this.snapshot?.revision === catalog || this.readAt > at;
    return usable ? this.snapshot : undefined;
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
    const at = performance.now();
    this.snapshot = await this.catalog.load(this.snapshot, wanted.catalog);
    // What is as wanted may come from a copy that lags behind: by now the catalog may be a later one.
    this.readAt = this.snapshot.revision === wanted.catalog ? wanted.at : at;
  }
}
