import { Injectable } from '@nestjs/common';
import { Lanes } from '../../common/lanes.js';
import { withinTime } from '../../common/time-limit.js';
import { NoTurnError, Turns } from '../../common/turns.js';
import { ProblemError } from '../problems/problem.js';

/** Requests of operators that an instance works on at the same time; the other connections are left to orders. */
const LIMITS = { maxRunning: 4, maxRunningPerKey: 2, maxWaiting: 200, maxWaitingPerKey: 100 };
const TIME_LIMIT_MS = 60_000;
const RETRY_AFTER_SECONDS = 1;

/**
 * Lets an instance work on a few requests of operators at a time, those of the admin API and of the console together, and
 * of the operators in turn.
 */
@Injectable()
export class OperatorSlots {
  /** By operator. */
  readonly turns = new Turns<number>(LIMITS);

  constructor(lanes: Lanes) {
    lanes.add('operators', this.turns);
  }

  /**
   * Runs the work of a request when its turn comes.
   * @param work its signal is aborted at the time limit of requests.
   * @throws ProblemError when no turn comes, and at the time limit; what the work throws
   */
  async inTurn<T>(operatorId: number, work: (timeLimit: AbortSignal) => Promise<T>): Promise<T> {
    const limit = new AbortController();
    const late = 'It takes too long.';
    try {
      return await this.turns.run(operatorId, () =>
        withinTime(work(limit.signal), TIME_LIMIT_MS, late, limit),
      );
    } catch (error) {
      if (limit.signal.aborted) throw new ProblemError('unavailable', late);
      if (!(error instanceof NoTurnError)) throw error;
      throw new ProblemError('unavailable', 'Too many requests of operators at once.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
  }
}
