import { setImmediate as turn } from 'node:timers/promises';
import { vi } from 'vitest';
import { DatabaseError } from 'pg';
import { TemporarilyUnavailableError } from '../common/app-error.js';
import { LockQueues } from './lock-queues.js';

/** The limits for the server's usual pool. */
const POOL_SIZE = 10;
const MAX_RUNNING = 8;
const MAX_OF_A_KEY = 4;
const MAX_OF_STUCK_KEYS = 2;
const MAX_WAITING_FOR_A_STUCK_KEY = 10;

/** Longer than any test. */
const LONG_MS = 600_000;

const lockTimeout = new DatabaseError('canceling statement due to lock timeout', 0, 'error');
lockTimeout.code = '55P03';

interface Transaction {
  readonly key: number;
  readonly succeed: () => void;
  readonly fail: (error: unknown) => void;
}

/** Transactions that end when the test says so. */
function database(poolSize = POOL_SIZE) {
  const queues = new LockQueues(poolSize);
  const running: Transaction[] = [];
  const begin = (key: number, withinMs = LONG_MS): Promise<unknown> =>
    queues
      .run(key, withinMs, () => {
        const { promise, resolve, reject } = Promise.withResolvers<'done'>();
        const transaction = {
          key,
          succeed: () => {
            running.splice(running.indexOf(transaction), 1);
            resolve('done');
          },
          fail: (error: unknown) => {
            running.splice(running.indexOf(transaction), 1);
            reject(error);
          },
        };
        running.push(transaction);
        return promise;
      })
      .catch((error: unknown) => error);
  return { queues, running, begin, keys: () => running.map(({ key }) => key) };
}

/** Makes a key stuck, as a transaction does that waits for the lock in vain. */
async function stick({ begin, running }: ReturnType<typeof database>, key: number): Promise<void> {
  const failed = begin(key);
  await turn();
  running.find((transaction) => transaction.key === key)?.fail(lockTimeout);
  expect(await failed).toBe(lockTimeout);
}

describe('transactions that lock the same row', () => {
  afterEach(() => vi.restoreAllMocks());

  it('run a few at a time of one key, the others in the order in which they came', async () => {
    const { begin, running, keys } = database();
    const ended: number[] = [];
    const all = [0, 1, 2, 3, 4, 5].map((number) => begin(7).then(() => ended.push(number)));
    await turn();
    expect(keys()).toEqual(Array.from({ length: MAX_OF_A_KEY }, () => 7));
    while (running.length > 0) {
      running[0]?.succeed();
      await turn();
    }
    await Promise.all(all);
    expect(ended).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('leave connections to everything else, and serve the keys in turn', async () => {
    const { begin, running, keys } = database();
    for (const key of [1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2]) void begin(key);
    void begin(3);
    await turn();
    expect(keys().toSorted()).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
    expect(running).toHaveLength(MAX_RUNNING);
    // Key 3 came last, so it waits for one turn of each other key; key 2 runs as many as it may.
    running[0]?.succeed();
    await turn();
    expect(keys().toSorted()).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
    running[0]?.succeed();
    await turn();
    expect(keys().toSorted()).toEqual([1, 1, 1, 2, 2, 2, 2, 3]);
  });

  it('run one at a time where the pool has hardly any connection', async () => {
    const { begin, keys } = database(2);
    void begin(1);
    void begin(2);
    await turn();
    expect(keys()).toEqual([1]);
  });

  it('fail with 111 when their turn does not come in time', async () => {
    const { begin, running, keys } = database(2);
    void begin(1);
    expect(await begin(1, 0)).toBeInstanceOf(TemporarilyUnavailableError);
    running[0]?.succeed();
    await turn();
    expect(keys()).toEqual([]);
    void begin(1);
    await turn();
    expect(keys()).toEqual([1]);
  });

  it('go on after a failure of another kind', async () => {
    const { begin, running, queues, keys } = database(2);
    const first = begin(1);
    void begin(1);
    await turn();
    const failure = new Error('unexpected');
    running[0]?.fail(failure);
    expect(await first).toBe(failure);
    await turn();
    expect([keys(), queues.isStuck(1)]).toEqual([[1], false]);
  });
});

describe('a stuck key', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is tried by one transaction at a time, the others keep theirs', async () => {
    const shop = database();
    await stick(shop, 1);
    expect(shop.queues.isStuck(1)).toBe(true);
    for (const key of [1, 1, 1, 2, 2, 2]) void shop.begin(key);
    await turn();
    expect(shop.keys().toSorted()).toEqual([1, 2, 2, 2]);
  });

  it('and others that are stuck take few connections together', async () => {
    const shop = database();
    for (const key of [1, 2, 3, 4, 5]) await stick(shop, key);
    for (const key of [1, 2, 3, 4, 5, 6, 6, 6, 6, 6]) void shop.begin(key);
    await turn();
    const stuck = shop.keys().filter((key) => key !== 6);
    expect(stuck).toHaveLength(MAX_OF_STUCK_KEYS);
    expect(shop.keys()).toHaveLength(MAX_OF_STUCK_KEYS + MAX_OF_A_KEY);
  });

  it('lets few transactions wait', async () => {
    const shop = database();
    const outcomes: unknown[] = [];
    const wait = (): void => {
      void shop.begin(1).then((outcome) => outcomes.push(outcome));
    };
    for (let number = 0; number < 2 * MAX_WAITING_FOR_A_STUCK_KEY + MAX_OF_A_KEY; number++) wait();
    await turn();
    shop.running[0]?.fail(lockTimeout);
    await turn();
    // Those that waited beyond the limit, and the one that has failed.
    expect(outcomes).toHaveLength(MAX_WAITING_FOR_A_STUCK_KEY + 1);
    wait();
    await turn();
    expect(outcomes.at(-1)).toBeInstanceOf(TemporarilyUnavailableError);
    expect(outcomes).toHaveLength(MAX_WAITING_FOR_A_STUCK_KEY + 2);
  });

  it('is none when another transaction has succeeded in the meantime', async () => {
    const { begin, running, queues } = database();
    const outcomes = [begin(1), begin(1)];
    await turn();
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 1);
    running[1]?.succeed();
    await turn();
    running[0]?.fail(lockTimeout);
    await Promise.all(outcomes);
    expect(queues.isStuck(1)).toBe(false);
  });

  it('is free again after a success, or after five seconds', async () => {
    const shop = database();
    await stick(shop, 1);
    const success = shop.begin(1);
    await turn();
    shop.running[0]?.succeed();
    await success;
    expect(shop.queues.isStuck(1)).toBe(false);

    await stick(shop, 1);
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 4_900);
    expect(shop.queues.isStuck(1)).toBe(true);
    clock.mockReturnValue(now + 5_001);
    expect(shop.queues.isStuck(1)).toBe(false);
    await stick(shop, 2);
    expect([shop.queues.isStuck(1), shop.queues.isStuck(2)]).toEqual([false, true]);
  });
});
