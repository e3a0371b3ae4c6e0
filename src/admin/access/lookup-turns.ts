import { FairQueue } from '../../common/fair-queue.js';
import { addressSubject } from '../../operators/sign-in/attempt-subject.js';
import { ProblemError } from '../problems/problem.js';

/** Connections that look-ups may take from orders at the same time. */
const MAX_CONCURRENT = 2;
/** Look-ups that wait, of all addresses and of one. */
const MAX_WAITING = 1_000;
const MAX_WAITING_PER_ADDRESS = 100;
const RETRY_AFTER_SECONDS = 1;

/**
 * Looks tokens and sessions up, a few at a time and those of one address one after the other: whoever guesses them takes
 * neither the connections from orders nor their turn from operators at other addresses.
 */
export abstract class LookupTurns {
  private readonly queue = new FairQueue<string>({
    maxConcurrent: MAX_CONCURRENT,
    maxPerTurn: 1,
    maxWaiting: MAX_WAITING,
    maxWaitingPerKey: MAX_WAITING_PER_ADDRESS,
  });

  /**
   * @param address null if it is unknown.
   * @throws ProblemError when too many wait
   */
  protected inTurn<T>(address: string | null, lookUp: () => Promise<T>): Promise<T> {
    const network = addressSubject(address).text;
    if (this.queue.isFullFor(network)) {
      throw new ProblemError('too-many-requests', 'Too many callers wait to be looked up.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    return this.queue.run(network, lookUp);
  }
}
