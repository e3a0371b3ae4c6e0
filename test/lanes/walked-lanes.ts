import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server } from 'node:http';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import { Lanes } from '../../src/common/lanes.js';
import type { ReleaseSlot } from '../../src/common/turns.js';
import type { TestShop } from '../support/test-shop.js';

/** What one request did. */
interface Walk {
  /** The lanes in which it has had a turn. */
  readonly lanes: Set<string>;
  /** Statements that it sent while it had none. */
  readonly outside: string[];
  /** The turns that it has now. */
  turns: number;
}

/** The queues behind the lanes, each of which has some of these methods. */
interface Queue {
  tryAcquire?(...given: unknown[]): ReleaseSlot | undefined;
  acquire?(...given: unknown[]): Promise<ReleaseSlot>;
  run?(path: unknown, work: (...given: unknown[]) => Promise<unknown>): Promise<unknown>;
  ask?(...given: unknown[]): Promise<boolean>;
}

type Query = typeof PostgresQueryRunner.prototype.query;

/**
 * Sees in which lanes requests have their turns, and what they ask the database without one. Whoever makes one has to end it,
 * since it replaces a method of TypeORM for the whole process.
 */
export class WalkedLanes {
  private readonly walks = new AsyncLocalStorage<Walk>();
  private readonly query = Reflect.get<typeof PostgresQueryRunner.prototype, 'query'>(
    PostgresQueryRunner.prototype,
    'query',
  );
  private present: Walk = newWalk();

  constructor(shop: TestShop) {
    const { query, walks } = this;
    PostgresQueryRunner.prototype.query = function (this: PostgresQueryRunner, ...sent) {
      const walk = walks.getStore();
      if (walk?.turns === 0) walk.outside.push(sent[0]);
      return query.apply(this, sent);
    } as Query;
    const { turnsByLane } = shop.service(Lanes) as unknown as {
      turnsByLane: ReadonlyMap<string, readonly Queue[]>;
    };
    for (const [lane, queues] of turnsByLane) {
      for (const queue of queues) this.watch(lane, queue);
    }
    this.listenTo(shop.app.getHttpServer());
  }

  /** Sees the requests of a server from now on. */
  listenTo(server: Server): void {
    server.prependListener('request', () => {
      this.walks.enterWith(this.present);
    });
  }

  /** What the request does that is sent by the work. */
  async of(work: () => Promise<unknown>): Promise<Pick<Walk, 'lanes' | 'outside'>> {
    const walk = (this.present = newWalk());
    await work();
    return walk;
  }

  end(): void {
    PostgresQueryRunner.prototype.query = this.query;
  }

  private begin(lane: string): ReleaseSlot {
    const walk = this.walks.getStore();
    if (!walk) return () => undefined;
    walk.lanes.add(lane);
    walk.turns += 1;
    return () => (walk.turns -= 1);
  }

  private watch(lane: string, queue: Queue): void {
    const held = (release: ReleaseSlot): ReleaseSlot => {
      const end = this.begin(lane);
      let isOver = false;
      return () => {
        if (!isOver) end();
        isOver = true;
        release();
      };
    };
    const during = async <T>(work: () => Promise<T>): Promise<T> => {
      const end = this.begin(lane);
      return work().finally(end);
    };
    const tryAcquire = queue.tryAcquire?.bind(queue);
    const acquire = queue.acquire?.bind(queue);
    // Slots are what `run` takes where there are any.
    const run = tryAcquire ? undefined : queue.run?.bind(queue);
    const ask = queue.ask?.bind(queue);
    if (tryAcquire) {
      queue.tryAcquire = (...given) => {
        const release = tryAcquire(...given);
        return release && held(release);
      };
    }
    if (acquire) queue.acquire = async (...given) => held(await acquire(...given));
    if (run) queue.run = (path, work) => run(path, (...given) => during(() => work(...given)));
    if (ask) queue.ask = (...given) => during(() => ask(...given));
  }
}

function newWalk(): Walk {
  return { lanes: new Set(), outside: [], turns: 0 };
}
