import { Inject, Injectable } from '@nestjs/common';
import { TooManyRequestsError } from '../../common/http/http.errors.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';

/** For each request that is answered, so many may wait. */
const WAITING_PER_RUNNING = 10;
/** No request waits longer for its turn: callers hear within ten seconds. */
const LONGEST_WAIT_MS = 8_000;

/** Ends a request's turn; further calls do nothing. */
export type ReleaseSlot = () => void;

interface Turns {
  running: number;
  /** Oldest first. */
  readonly waiting: Set<(end: ReleaseSlot) => void>;
}

/**
 * Bounds how many requests of one account are worked on at a time, so that one account cannot take all connections to
 * the database. Further ones wait for their turn, in the order in which they came.
 */
@Injectable()
export class RunningRequests {
  private readonly accounts = new Map<number, Turns>();
  private readonly mostRunning: number;

  constructor(@Inject(CONFIG) { MAX_ACCOUNT_REQUESTS }: Pick<SoukConfig, 'MAX_ACCOUNT_REQUESTS'>) {
    this.mostRunning = MAX_ACCOUNT_REQUESTS;
  }

  /** Undefined when the request has to wait. */
  tryAcquire(accountId: number): ReleaseSlot | undefined {
    const turns = this.turnsOf(accountId);
    if (turns.running >= this.mostRunning) return undefined;
    turns.running++;
    return this.endOf(accountId, turns);
  }

  /**
   * Waits for a turn, after tryAcquire has given none.
   * @param gone aborted when nobody waits for the answer any more.
   * @throws TooManyRequestsError (111 with 429) when too many wait, or for too long, or the caller has gone.
   */
  acquire(accountId: number, gone: AbortSignal): Promise<ReleaseSlot> {
    const { waiting } = this.turnsOf(accountId);
    const most = this.mostRunning * WAITING_PER_RUNNING;
    if (gone.aborted || waiting.size >= most) throw new TooManyRequestsError();
    const { promise, resolve, reject } = Promise.withResolvers<ReleaseSlot>();
    const giveUp = (): void => {
      waiting.delete(begin);
      reject(new TooManyRequestsError());
    };
    const patience = setTimeout(giveUp, LONGEST_WAIT_MS).unref();
    const begin = (end: ReleaseSlot): void => {
      clearTimeout(patience);
      gone.removeEventListener('abort', giveUp);
      resolve(end);
    };
    gone.addEventListener('abort', giveUp);
    waiting.add(begin);
    return promise;
  }

  private turnsOf(accountId: number): Turns {
    const turns = this.accounts.get(accountId) ?? { running: 0, waiting: new Set() };
    this.accounts.set(accountId, turns);
    return turns;
  }

  private endOf(accountId: number, turns: Turns): ReleaseSlot {
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.passOn(accountId, turns);
    };
  }

  /** The next one takes the place of the one that has ended. */
  private passOn(accountId: number, turns: Turns): void {
    const [next] = turns.waiting;
    if (next) {
      turns.waiting.delete(next);
      next(this.endOf(accountId, turns));
    } else if (--turns.running === 0) {
      this.accounts.delete(accountId);
    }
  }
}
