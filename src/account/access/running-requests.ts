import { Inject, Injectable } from '@nestjs/common';
import { TooManyRequestsError } from '../../common/http/http.errors.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';

/** For each request that is answered, so many may wait. */
const WAITING_PER_RUNNING = 10;

interface Turns {
  running: number;
  /** Oldest first. */
  readonly waiting: Set<() => void>;
}

/**
 * Bounds how many requests of one account are answered at a time, so that one account cannot take all connections to
 * the database. Further ones wait for their turn, in the order in which they came.
 */
@Injectable()
export class RunningRequests {
  private readonly accounts = new Map<number, Turns>();
  private readonly mostRunning: number;

  constructor(@Inject(CONFIG) { MAX_ACCOUNT_REQUESTS }: Pick<SoukConfig, 'MAX_ACCOUNT_REQUESTS'>) {
    this.mostRunning = MAX_ACCOUNT_REQUESTS;
  }

  /**
   * Waits for a request's turn.
   * @returns to be called once when the request has been answered, or its caller has gone.
   * @throws TooManyRequestsError (111 with 429) when too many wait.
   */
  async begin(accountId: number): Promise<() => void> {
    const turns = this.accounts.get(accountId) ?? { running: 0, waiting: new Set() };
    this.accounts.set(accountId, turns);
    if (turns.running < this.mostRunning) turns.running++;
    else await this.turnAmong(turns);
    return () => {
      this.end(accountId, turns);
    };
  }

  private turnAmong({ waiting }: Turns): Promise<void> {
    if (waiting.size >= this.mostRunning * WAITING_PER_RUNNING) throw new TooManyRequestsError();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    waiting.add(() => {
      resolve(undefined);
    });
    return promise;
  }

  /** The next one takes the place of the one that ends. */
  private end(accountId: number, turns: Turns): void {
    const [next] = turns.waiting;
    if (next) {
      turns.waiting.delete(next);
      next();
    } else if (--turns.running === 0) {
      this.accounts.delete(accountId);
    }
  }
}
