import type { Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { Shutdown } from '../../common/http/connection/shutdown.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';

/** Most requests of one account that wait. */
const MAX_WAITING_PER_ACCOUNT = 10;
/** Between two looks at whose time is over or who has gone. */
const SWEEP_MS = 250;
/** Most requests that begin again in one iteration of the event loop. */
const MAX_RESUMED = 16;

interface Waiting {
  /** Of the last event that the caller knows. */
  readonly number: number;
  /** By `performance.now()`. */
  readonly endsAt: number;
  readonly socket: Pick<Socket, 'destroyed'>;
  readonly resolve: (hasGrown: boolean) => void;
}

/** An account that has events behind the number for which somebody waits. */
interface Grown {
  readonly accountId: number;
  readonly number: number;
}

/**
 * Requests that wait for the next event of their account. They hold no connection and no slot: one statement on the
 * listener's connection asks for all of their accounts, every 300 ms as long as anybody waits.
 */
@Injectable()
export class FeedWaits {
  private readonly byAccount = new Map<number, Set<Waiting>>();
  private readonly most: number;
  private waiting = 0;
  /** Their wait is over, and they are yet to be told. */
  private readonly ended: { readonly waiting: Waiting; readonly hasGrown: boolean }[] = [];
  /** One timer for all, since each request that waits costs memory. Undefined while nobody waits. */
  private sweeps: NodeJS.Timeout | undefined;

  constructor(
    revisions: RevisionWatch,
    private readonly shutdown: Shutdown,
    @Inject(CONFIG) { MAX_CONNECTIONS }: Pick<SoukConfig, 'MAX_CONNECTIONS'>,
  ) {
    this.most = Math.floor(MAX_CONNECTIONS / 2);
    revisions.question = {
      statement: () => this.statement(),
      answer: (rows) => {
        this.tell(rows as readonly Grown[]);
      },
    };
    shutdown.onBegin(() => {
      this.endThose(() => true);
    });
  }

  get count(): number {
    return this.waiting;
  }

  /**
   * @param endsAt by `performance.now()`
   * @param socket of the caller
   * @returns true once the account has an event behind the number; false if the time is over, or the caller has gone, or the
   * server stops. Undefined if no more requests may wait.
   */
  wait(
    accountId: number,
    number: number,
    endsAt: number,
    socket: Waiting['socket'],
  ): Promise<boolean> | undefined {
    const ofAccount = this.byAccount.get(accountId) ?? new Set<Waiting>();
    const isFull = this.waiting >= this.most || ofAccount.size >= MAX_WAITING_PER_ACCOUNT;
    if (isFull || this.shutdown.hasBegun) return undefined;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.byAccount.set(accountId, ofAccount.add({ number, endsAt, socket, resolve }));
    this.waiting++;
    this.sweeps ??= setInterval(() => {
      const now = performance.now();
      this.endThose(({ endsAt, socket }) => endsAt <= now || socket.destroyed);
    }, SWEEP_MS);
    return promise;
  }

  private statement() {
    if (this.waiting === 0) return undefined;
    const numbers = [...this.byAccount.values()].map((ofAccount) =>
      Math.min(...[...ofAccount].map(({ number }) => number)),
    );
    return { text: READ_GROWN, values: [[...this.byAccount.keys()], numbers] };
  }

  private tell(rows: readonly Grown[]): void {
    for (const { accountId, number: last } of rows) {
      for (const waiting of this.byAccount.get(accountId) ?? []) {
        if (waiting.number < last) this.end(accountId, waiting, true);
      }
    }
  }

  private endThose(isOver: (waiting: Waiting) => boolean): void {
    for (const [accountId, ofAccount] of this.byAccount) {
      for (const waiting of ofAccount) {
        if (isOver(waiting)) this.end(accountId, waiting, false);
      }
    }
  }

  private end(accountId: number, waiting: Waiting, hasGrown: boolean): void {
    const ofAccount = this.byAccount.get(accountId);
    ofAccount?.delete(waiting);
    if (ofAccount?.size === 0) this.byAccount.delete(accountId);
    this.waiting--;
    if (this.waiting === 0) {
      clearInterval(this.sweeps);
      this.sweeps = undefined;
    }
    this.ended.push({ waiting, hasGrown });
    if (this.ended.length === 1) setImmediate(this.resume);
  }

  /** Yields to the event loop in between, since each of them begins its request again. */
  private readonly resume = (): void => {
    for (const { waiting, hasGrown } of this.ended.splice(0, MAX_RESUMED))
      waiting.resolve(hasGrown);
    if (this.ended.length > 0) setImmediate(this.resume);
  };
}

/** $1: accounts; $2: for each of them the number of the last event that is known. */
export const READ_GROWN = `
  SELECT waited.account_id AS "accountId", last.number::float8 AS number
  FROM unnest($1::integer[], $2::bigint[]) AS waited (account_id, number) CROSS JOIN LATERAL (
    SELECT event.number FROM account_events event
    WHERE event.account_id = waited.account_id AND event.number > waited.number
    ORDER BY event.number DESC LIMIT 1
  ) last`;
