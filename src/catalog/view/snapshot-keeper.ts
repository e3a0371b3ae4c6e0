import { Injectable } from '@nestjs/common';
import { databaseClock, type Revisions } from '../../database/revision/revisions.js';
import type { CatalogSnapshot } from './catalog-snapshot.js';
import { CatalogRepository } from './catalog.repository.js';
import { ageOf, hasEnded, isCurrent, type SnapshotAge } from './snapshot-freshness.js';

interface Kept {
  readonly snapshot: CatalogSnapshot;
  readonly age: SnapshotAge;
  /** When its reading began, by `performance.now()`. */
  readonly begunAt: number;
}

/** Keeps the catalog in memory, and reads the changes when a later revision is wanted, or facts of policies have ended. */
@Injectable()
export class SnapshotKeeper {
  private kept: Kept | undefined;
  private reading: Promise<void> | undefined;
  private loadMs = 0;

  constructor(private readonly catalog: CatalogRepository) {}

  /** How long the last read of the catalog or of its changes took; 0 before the first one. */
  get lastLoadMs(): number {
    return this.loadMs;
  }

  /** The snapshot if it is current for these revisions; undefined if it must be read. */
  ready(revisions: Revisions): CatalogSnapshot | undefined {
    const { kept } = this;
    if (!kept || !isCurrent(kept.age, revisions)) return undefined;
    const { snapshot } = kept;
    const { policies } = snapshot;
    return policies && hasEnded(policies, databaseClock(revisions)) ? undefined : snapshot;
  }

  /** The snapshot, read if necessary. */
  async at(revisions: Revisions): Promise<CatalogSnapshot> {
    const calledAt = performance.now();
    for (;;) {
      const ready = this.ready(revisions);
      if (ready) return ready;
      // A read that was already running may have begun too early; then the loop reads again.
      await this.read(revisions);
      // `databaseClock` may be some milliseconds ahead, and facts that were read after the call are not too old for it.
      const { kept } = this;
      if (kept && kept.begunAt >= calledAt && isCurrent(kept.age, revisions)) return kept.snapshot;
    }
  }

  /** Concurrent callers share one read. */
  read(wanted: Revisions): Promise<void> {
    this.reading ??= this.readNext(wanted).finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async readNext(wanted: Revisions): Promise<void> {
    const begunAt = performance.now();
    const snapshot = await this.catalog.load(this.kept?.snapshot, wanted);
    this.loadMs = performance.now() - begunAt;
    this.kept = { snapshot, age: ageOf(snapshot.revision, wanted, begunAt), begunAt };
  }
}
