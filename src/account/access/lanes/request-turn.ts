import type { ServerResponse } from 'node:http';
import { TooManyRequestsError } from '../../../common/http/http.errors.js';
import { NoTurnError, type ReleaseSlot } from '../../../common/turns.js';
import type { AccountLanes } from './account-lanes.js';
import type { Lane } from './lane.js';

/**
 * The slot of a request in its lane. A request that waits for something to happen leaves it meanwhile, and takes one again
 * before its next statement.
 */
export class RequestTurn {
  private release: ReleaseSlot | undefined;

  constructor(
    private readonly lanes: AccountLanes,
    private lane: Lane,
    private readonly accountId: number,
    private readonly response: ServerResponse,
  ) {}

  /**
   * @param lane that of the route when left out
   * @returns true if the request had to wait. @throws TooManyRequestsError (111 with 429)
   */
  async take(lane = this.lane): Promise<boolean> {
    this.lane = lane;
    const turns = this.lanes.of(this.lane);
    const free = turns.tryAcquire(this.accountId);
    this.release = free ?? (await this.acquired());
    this.onGone(this.end);
    return !free;
  }

  readonly leave = (): void => {
    this.response.off('close', this.end);
    this.release?.();
    this.release = undefined;
  };

  /** A response that is already closed emits no further event. @returns what removes the listener again. */
  private onGone(listener: () => void): () => void {
    const { response } = this;
    if (response.closed) listener();
    else response.once('close', listener);
    return () => response.off('close', listener);
  }

  private readonly end = (): void => {
    const { release } = this;
    if (!release) return;
    if (this.response.writableFinished) release();
    else this.lanes.freeOfGone(this.lane, release);
  };

  /** @throws TooManyRequestsError in place of NoTurnError */
  private async acquired(): Promise<ReleaseSlot> {
    const gone = new AbortController();
    const forget = this.onGone(() => {
      gone.abort();
    });
    try {
      return await this.lanes.of(this.lane).acquire(this.accountId, gone.signal);
    } catch (error) {
      throw error instanceof NoTurnError ? new TooManyRequestsError() : error;
    } finally {
      forget();
    }
  }
}
