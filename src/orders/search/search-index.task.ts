import { Injectable } from '@nestjs/common';
import { PeriodicService } from '../../common/periodic-service.js';
import { Database } from '../../database/database.js';
import { hasFreeConnection } from '../../database/free-connection.js';
import { SearchIndex } from './search-index.service.js';

const INTERVAL_MS = 1_000;
/** A round begins no further step after so long, so that orders have most of the time to themselves. */
const ROUND_MS = 300;
/** A look for accounts takes longer the more accounts there are; it takes this part of the time. */
const LOOK_SHARE = 1 / 20;
/** A look that was slow by chance, as on a busy machine, does not keep new orders from being found for longer. */
const MAX_LOOK_PAUSE_MS = 10_000;
/** For so many rounds all connections may be at work before a round waits for one like any other caller. */
const MAX_POSTPONED_ROUNDS = 3;
const NOT_WRITTEN = 'new orders are not found by their values yet: the index could not be written';

/** Brings what orders are searched by up to date, once a second, on every server; it needs one connection. */
@Injectable()
export class SearchIndexTask extends PeriodicService {
  private postponedRounds = 0;
  /** True when something could not be indexed in this round. */
  private hasFailedStep = false;
  /** By `performance.now()`. */
  private nextLookMs = 0;
  private isFailing = false;

  constructor(
    private readonly index: SearchIndex,
    private readonly database: Database,
  ) {
    super(INTERVAL_MS, NOT_WRITTEN);
  }

  /** Orders come first: nothing is done while they have taken all connections, but not for ever. */
  async run(): Promise<void> {
    const isFree = hasFreeConnection(this.database.pool);
    if (!isFree && this.postponedRounds++ < MAX_POSTPONED_ROUNDS) return;
    this.postponedRounds = 0;
    const end = performance.now() + ROUND_MS;
    const isOver = (): boolean => this.isStopping || performance.now() >= end;
    if (this.index.isPossible) await this.indexValues(isOver);
    this.isFailing = this.hasFailedStep;
  }

  private async indexValues(isOver: () => boolean): Promise<void> {
    this.hasFailedStep = false;
    while (!isOver() && (await this.index.changes(this.noteFailure)) > 0);
    for (;;) {
      const accounts = isOver() ? [] : await this.waitingAccounts();
      if (accounts.length === 0) break;
      for (const accountId of accounts) {
        if (!isOver()) await this.step(accountId);
      }
    }
  }

  /** An account that fails keeps no other one back. */
  private async step(accountId: number): Promise<void> {
    try {
      await this.index.step(accountId);
    } catch (error) {
      this.noteFailure(error);
    }
  }

  private readonly noteFailure = (error: unknown): void => {
    this.failed(error);
    this.hasFailedStep = true;
  };

  /** None before its time. */
  private async waitingAccounts(): Promise<readonly number[]> {
    const start = performance.now();
    if (start < this.nextLookMs) return [];
    const accounts = await this.index.waitingAccounts();
    await this.index.noteCompleteness();
    const end = performance.now();
    this.nextLookMs = end + pauseAfterLookMs(end - start);
    return accounts;
  }

  /** Once, until a round succeeds: an unreachable database is reported by others as well. */
  protected override failed(error: unknown): void {
    if (!this.isFailing) super.failed(error);
    this.isFailing = true;
  }
}

/** How long after a look for accounts the next one begins. */
export function pauseAfterLookMs(lookMs: number): number {
  return Math.min(lookMs / LOOK_SHARE, MAX_LOOK_PAUSE_MS);
}
