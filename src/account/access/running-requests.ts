import { Inject, Injectable } from '@nestjs/common';
import { TooManyRequestsError } from '../../common/http/http.errors.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';

/** The most requests that wait for each slot. */
const MAX_WAITING_PER_SLOT = 10;
/** Callers that waited while the database stood still are answered within five seconds after it goes on. */
const WAIT_TIMEOUT_MS = 4_000;

/** Frees the slot of a request; further calls do nothing. */
export type ReleaseSlot = () => void;

interface Slots {
  taken: number;
  /** Oldest first. */
  readonly waiting: Set<(release: ReleaseSlot) => void>;
}

/**
 * Limits how many requests of one account run at the same time, so that no account can take all connections to the
 * database. Further requests wait for a slot, first in, first out.
 */
@Injectable()
export class RunningRequests {
  private readonly accounts = new Map<number, Slots>();
  private readonly slotsPerAccount: number;
  private refused = 0;

  constructor(@Inject(CONFIG) { MAX_ACCOUNT_REQUESTS }: Pick<SoukConfig, 'MAX_ACCOUNT_REQUESTS'>) {
    this.slotsPerAccount = MAX_ACCOUNT_REQUESTS;
  }

  /** Requests of all accounts that wait for a slot. */
  get waitingRequests(): number {
    return [...this.accounts.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /** Requests that were answered with TooManyRequestsError since the start. */
  get refusedRequests(): number {
    return this.refused;
  }

  /** Undefined if no slot is free. */
  tryAcquire(accountId: number): ReleaseSlot | undefined {
    const slots = this.slotsOf(accountId);
    if (slots.taken >= this.slotsPerAccount) return undefined;
    slots.taken++;
    return this.releaseOf(accountId, slots);
  }

  /**
   * Waits for a slot, after tryAcquire has returned none.
   * @param closed aborted when the caller closes the connection.
   * @throws TooManyRequestsError (111 with 429) when too many requests wait, after the timeout, or once `closed` is
   * aborted
   */
  acquire(accountId: number, closed: AbortSignal): Promise<ReleaseSlot> {
    const { waiting } = this.slotsOf(accountId);
    const mostWaiting = this.slotsPerAccount * MAX_WAITING_PER_SLOT;
    if (closed.aborted || waiting.size >= mostWaiting) throw this.refusal();
    const { promise, resolve, reject } = Promise.withResolvers<ReleaseSlot>();
    const giveUp = (): void => {
      waiting.delete(begin);
      reject(this.refusal());
    };
    const timeout = setTimeout(giveUp, WAIT_TIMEOUT_MS).unref();
    const begin = (release: ReleaseSlot): void => {
      clearTimeout(timeout);
      closed.removeEventListener('abort', giveUp);
      resolve(release);
    };
    closed.addEventListener('abort', giveUp);
    waiting.add(begin);
    return promise;
  }

  private refusal(): TooManyRequestsError {
    this.refused++;
    return new TooManyRequestsError();
  }

  private slotsOf(accountId: number): Slots {
    const slots = this.accounts.get(accountId) ?? { taken: 0, waiting: new Set() };
    this.accounts.set(accountId, slots);
    return slots;
  }

  private releaseOf(accountId: number, slots: Slots): ReleaseSlot {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.passOn(accountId, slots);
    };
  }

  /** Gives the slot to the next waiting request, or frees it. */
  private passOn(accountId: number, slots: Slots): void {
    const [next] = slots.waiting;
    if (next) {
      slots.waiting.delete(next);
      next(this.releaseOf(accountId, slots));
    } else if (--slots.taken === 0) {
      this.accounts.delete(accountId);
    }
  }
}
