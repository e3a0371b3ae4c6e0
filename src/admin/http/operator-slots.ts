import { Injectable } from '@nestjs/common';
import { CallsExceededError, LimitedCalls } from '../../common/limited-calls.js';
import { ProblemError } from '../problems/problem.js';

/** Requests of operators that an instance works on at the same time; the other connections are left to orders. */
const LIMITS = { concurrent: 4, waiting: 200, timeoutMs: 60_000 };
const RETRY_AFTER_SECONDS = 1;

/** Lets an instance work on a few requests of operators at a time, those of the admin API and of the console together. */
@Injectable()
export class OperatorSlots {
  private readonly calls = new LimitedCalls(LIMITS);

  /**
   * Runs the work of a request when its turn comes.
   * @param work its signal is aborted at the time limit of requests.
   * @throws ProblemError when too many wait, and at the time limit; what the work throws
   */
  async inTurn<T>(work: (timeLimit: AbortSignal) => Promise<T>): Promise<T> {
    const begun: { limit?: AbortSignal } = {};
    try {
      return await this.calls.run((limit) => {
        begun.limit = limit;
        return work(limit);
      });
    } catch (error) {
      if (begun.limit?.aborted) throw new ProblemError('unavailable', 'It takes too long.');
      if (!(error instanceof CallsExceededError)) throw error;
      throw new ProblemError('too-many-requests', 'Too many requests of operators at once.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
  }
}
