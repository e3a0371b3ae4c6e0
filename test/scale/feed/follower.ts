import { setTimeout as sleep } from 'node:timers/promises';
import type { Faults } from '../../support/faults.js';
import type { Feed, FeedEvent } from '../../support/feed.js';
import { HttpClient } from '../../support/http-client.js';
import type { Random } from '../../support/random.js';

const PAUSE_MS = 100;
/** A wait and an answer take less, also on a slow machine. */
const TIMEOUT_MS = 60_000;

/** Whom a follower follows, and where. */
export interface Followed {
  readonly accountId: number;
  readonly token: string;
  /** The present addresses of the instances. */
  readonly instances: () => readonly string[];
  /** Undefined for all. */
  readonly type: string | undefined;
}

/** Follows one account as a bot does that may crash at any time: it goes on from the cursor that it stored last. */
export class Follower {
  /** What it was told, without what came again. */
  readonly events: FeedEvent[] = [];
  /** Events that came again after a crash. */
  repeated = 0;
  waited = 0;
  cut = 0;
  private stored: { readonly cursor: string | undefined; readonly number: number } = {
    ...{ cursor: undefined, number: 0 },
  };

  constructor(
    readonly followed: Followed,
    private readonly random: Random,
    private readonly faults: Faults,
  ) {}

  /** Follows until the signal, and then to the end. */
  async follow(signal: AbortSignal): Promise<void> {
    for (;;) {
      const isLast = signal.aborted;
      const feed = await this.ask(isLast ? 0 : this.random.between(0, 8));
      if (!feed) continue;
      const isQuiet = feed.data.length === 0 && feed.cursor === this.stored.cursor;
      if (isQuiet && isLast) return;
      if (isQuiet) this.waited++;
      this.learn(feed);
      // A crash: the cursor was not stored.
      if (!isLast && this.random.chance(0.05)) continue;
      this.stored = { cursor: feed.cursor, number: feed.data.at(-1)?.number ?? this.stored.number };
    }
  }

  private learn({ data, restarted }: Feed): void {
    const { accountId, type } = this.followed;
    if (restarted) this.faults.add('a feed began anew', `account ${accountId}`);
    let last = this.stored.number;
    for (const event of data) {
      const isNext = type === undefined ? event.number === last + 1 : event.number > last;
      if (!isNext) {
        this.faults.add(
          'events out of order',
          `account ${accountId}: ${event.number} after ${last}`,
        );
      }
      last = event.number;
      const known = this.events.at(-1)?.number ?? 0;
      if (event.number > known) this.events.push(event);
      else this.repeated++;
    }
  }

  /** Undefined where it has to ask again. */
  private async ask(wait: number): Promise<Feed | undefined> {
    const { token, type, instances } = this.followed;
    const { cursor } = this.stored;
    const query = [
      `wait=${wait}`,
      ...(cursor === undefined ? [] : [`since=${cursor}`]),
      ...(type === undefined ? [] : [`type=${type}`]),
    ].join('&');
    const client = new HttpClient(this.random.pick(instances()));
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const path = `/client/api/orders/changes?${query}`;
      const { status, json, text } = await client.send(path, { token, signal });
      if (status === 200) return json as Feed;
      if (status < 500 && status !== 429) {
        this.faults.add(`the feed answered ${status}`, text.slice(0, 100));
      }
    } catch {
      this.cut++;
    } finally {
      client.close();
    }
    await sleep(PAUSE_MS);
    return undefined;
  }
}
