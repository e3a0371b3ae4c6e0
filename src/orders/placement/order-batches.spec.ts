import { setImmediate as turn } from 'node:timers/promises';
import { vi } from 'vitest';
import { DatabaseError } from 'pg';
import { TemporarilyUnavailableError } from '../../common/app-error.js';
import type { RevisionWatch } from '../../database/revision/revision-watch.js';
import type { OrderToPlace, OrderRepository } from '../order.repository.js';
import type { BatchesWithChecks } from './batches-with-checks.js';
import { CutOffError, OrderBatches } from './order-batches.js';
import type { OrdersTogether } from './orders-together.js';

const CLOCK = 1_000;
const WATCH = {
  fresh: { catalog: '1', access: '1', history: 'one', at: performance.now(), clock: CLOCK },
} as unknown as RevisionWatch;

interface Statement {
  readonly ids: string[];
  readonly deadline: number;
  readonly answer: (ids: string[]) => void;
  readonly fail: (error: unknown) => void;
}

/** Statements that end when the test says so. */
function database() {
  const statements: Statement[] = [];
  const placeAtOnce = (batch: readonly OrderToPlace[], _actor: string, deadline: number) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlySet<string>>();
    const answer = (ids: string[]): void => {
      resolve(new Set(ids));
    };
    const ids = batch.map(({ order }) => order.orderId);
    statements.push({ ids, deadline, answer, fail: reject });
    return promise;
  };
  const queue = new OrderBatches(
    { placeAtOnce } as unknown as OrderRepository,
    WATCH,
    { takes: () => true } as unknown as BatchesWithChecks,
    {} as OrdersTogether,
  );
  const place: OrderBatches['place'] = (...order) => {
    const placed = queue.place(...order);
    // A test may end before its orders.
    placed.catch(() => undefined);
    return placed;
  };
  return { batches: { place }, statements };
}

function checkedOrder(orderId: string, accountId: number, checkHoldsUntil?: number): OrderToPlace {
  const seen = { catalog: '1', access: '1' };
  return { order: { orderId, accountId }, seen, checkHoldsUntil } as unknown as OrderToPlace;
}

const AWAITED = (): boolean => true;

/** The clock stands still, so that no order waits for too long on a busy machine. */
let nowMs: number;

beforeEach(() => {
  nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => vi.restoreAllMocks());

/** Everything except time-outs keeps the real clock where a test advances time-outs. */
const ALL_BUT_TIMEOUTS = [
  ...(['Date', 'hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
];

async function settled(): Promise<void> {
  for (let count = 0; count < 5; count++) await turn();
}

describe('batches of orders', () => {
  it('share one statement when the orders arrive together, and each order gets its own outcome', async () => {
    const { batches, statements } = database();
    const outcomes = ['a', 'b', 'c'].map((id, index) =>
      batches.place(checkedOrder(id, index), AWAITED),
    );
    await settled();
    expect(statements.map(({ ids }) => ids)).toEqual([['a', 'b', 'c']]);
    statements[0]?.answer(['a', 'c']);
    expect(await Promise.all(outcomes)).toEqual([true, false, true]);
  });

  it('wait for a running statement with orders of the same account, while other accounts do not', async () => {
    const { batches, statements } = database();
    void batches.place(checkedOrder('a', 1), AWAITED);
    await settled();
    void batches.place(checkedOrder('b', 1), AWAITED);
    void batches.place(checkedOrder('c', 2), AWAITED);
    await settled();
    expect(statements.map(({ ids }) => ids)).toEqual([['a'], ['c']]);
    statements[0]?.answer(['a']);
    await settled();
    expect(statements.map(({ ids }) => ids)).toEqual([['a'], ['c'], ['b']]);
  });

  it('are gathered while the last statement is new, until there are as many as it has', async () => {
    vi.useFakeTimers({ toNotFake: ALL_BUT_TIMEOUTS });
    try {
      const { batches, statements } = database();
      const arrive = async (...accounts: number[]): Promise<number> => {
        for (const account of accounts) {
          void batches.place(checkedOrder(`of ${account}`, account), AWAITED);
        }
        await settled();
        return statements.length;
      };
      expect(await arrive(1, 2, 3)).toBe(1);
      expect(await arrive(4, 5)).toBe(1);
      expect(await arrive(6)).toBe(2);
      statements[0]?.answer([]);
      // The last one is still new.
      expect(await arrive(7)).toBe(2);
      vi.advanceTimersByTime(4);
      expect(await arrive(8)).toBe(2);
      vi.advanceTimersByTime(1);
      expect(await arrive()).toBe(3);
      statements[1]?.answer([]);
      expect(await arrive(9)).toBe(3);
      // Its end frees whoever waits for it.
      statements[2]?.answer([]);
      expect(await arrive()).toBe(4);
      const sizes = statements.map(({ ids }) => ids.length);
      expect(sizes).toEqual([3, 3, 2, 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('do not wait longer than a second for a statement that hangs', async () => {
    vi.useFakeTimers({ toNotFake: ALL_BUT_TIMEOUTS });
    try {
      const { batches, statements } = database();
      for (const account of [1, 2]) {
        void batches.place(checkedOrder(`hangs ${account}`, account), AWAITED);
        await settled();
      }
      const next = batches.place(checkedOrder('next', 1), AWAITED);
      vi.advanceTimersByTime(999);
      await settled();
      expect(statements).toHaveLength(2);
      vi.advanceTimersByTime(1);
      await settled();
      expect(statements).toHaveLength(3);
      // The end of the first statement, which has timed out, frees no second slot.
      statements[0]?.answer(['hangs 1']);
      void batches.place(checkedOrder('last', 1), AWAITED);
      await settled();
      expect(statements.map(({ ids }) => ids)).toEqual([['hangs 1'], ['hangs 2'], ['next']]);
      statements[2]?.answer(['next']);
      expect(await next).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('hold at most a hundred orders, in two statements at a time', async () => {
    const { batches, statements } = database();
    for (let number = 0; number < 250; number++) {
      void batches.place(checkedOrder(String(number), number), AWAITED);
    }
    await settled();
    expect(statements.map(({ ids }) => ids.length)).toEqual([100, 100]);
    statements[1]?.answer([]);
    await settled();
    expect(statements.map(({ ids }) => ids.length)).toEqual([100, 100, 50]);
  });

  it('leave out orders whose callers have closed the connection', async () => {
    const { batches, statements } = database();
    const gone = batches.place(checkedOrder('gone', 1), () => false);
    const there = batches.place(checkedOrder('there', 1), AWAITED);
    await expect(gone).rejects.toThrow(TemporarilyUnavailableError);
    await settled();
    expect(statements.map(({ ids }) => ids)).toEqual([['there']]);
    statements[0]?.answer(['there']);
    expect(await there).toBe(true);
  });

  it('answer 111 when no statement could take them in time', async () => {
    const { batches, statements } = database();
    void batches.place(checkedOrder('runs', 1), AWAITED);
    await settled();
    const late = batches.place(checkedOrder('late', 1), AWAITED);
    nowMs += 2_501;
    statements[0]?.answer(['runs']);
    await expect(late).rejects.toThrow(TemporarilyUnavailableError);
    await settled();
    expect(statements).toHaveLength(1);
  });

  it.each([
    ['in total', 2_000, (number: number) => number],
    ['of one account', 500, () => 1],
  ])('refuse an order (111) when too many wait %s', async (_, most, accountOf) => {
    const { batches, statements } = database();
    for (let number = 0; number < most; number++) {
      void batches.place(checkedOrder(String(number), accountOf(number)), AWAITED);
    }
    const another = () => batches.place(checkedOrder('one more', 1), AWAITED);
    await expect(another()).rejects.toThrow(TemporarilyUnavailableError);
    await settled();
    statements[0]?.answer([]);
    await settled();
    void another();
    expect(statements.length).toBeGreaterThan(1);
  });

  it('leave all orders to transactions when the database refuses the statement', async () => {
    const { batches, statements } = database();
    const outcomes = ['a', 'b'].map((id, index) => batches.place(checkedOrder(id, index), AWAITED));
    await settled();
    const refusal = new DatabaseError('canceling statement due to lock timeout', 0, 'error');
    refusal.code = '55P03';
    statements[0]?.fail(refusal);
    expect(await Promise.all(outcomes)).toEqual([undefined, undefined]);
  });

  it.each(['57P01', undefined])(
    'have an unknown outcome until the deadline when the connection breaks (%s)',
    async (state) => {
      const { batches, statements } = database();
      const outcome = batches.place(checkedOrder('a', 1), AWAITED);
      await settled();
      const error = new DatabaseError('Connection terminated unexpectedly', 0, 'error');
      const cut = state === undefined ? new Error(error.message) : error;
      error.code = state;
      statements[0]?.fail(cut);
      const cutOff = await outcome.catch((error: unknown) => error);
      expect(cutOff).toBeInstanceOf(CutOffError);
      const { deadline } = cutOff as CutOffError;
      expect(deadline).toBe(statements[0]?.deadline);
      expect(deadline).toBeGreaterThan(CLOCK);
    },
  );

  it.each([
    ['the first end of a check', 1.5, 1.499],
    ['the usual one, when all checks hold for longer', 60, 2],
    ['the usual one, when all checks hold', undefined, 2],
  ])('have as their deadline %s', async (_, holdsFor, expected) => {
    const { batches, statements } = database();
    const now = CLOCK + (nowMs - WATCH.fresh!.at) / 1000;
    void batches.place(checkedOrder('a', 1, now + 60), AWAITED);
    void batches.place(
      checkedOrder('b', 2, holdsFor === undefined ? undefined : now + holdsFor),
      AWAITED,
    );
    await settled();
    expect(statements.map(({ ids }) => ids)).toEqual([['a', 'b']]);
    expect(statements[0]!.deadline - now).toBeCloseTo(expected, 5);
  });

  it('leave an order whose check ends too soon to its transaction, and keep their deadline', async () => {
    const { batches, statements } = database();
    const now = CLOCK + (nowMs - WATCH.fresh!.at) / 1000;
    const ended = batches.place(checkedOrder('ended', 1, now - 1), AWAITED);
    expect(await ended).toBe(undefined);
    expect(statements).toEqual([]);
    const soon = batches.place(checkedOrder('soon', 1, now + 0.499), AWAITED);
    const other = batches.place(checkedOrder('other', 2), AWAITED);
    await settled();
    expect(statements.map(({ ids }) => ids)).toEqual([['other']]);
    expect(statements[0]!.deadline - now).toBeCloseTo(2, 5);
    statements[0]!.answer(['other']);
    expect(await Promise.all([soon, other])).toEqual([undefined, true]);
  });

  it('are sent after a statement of the same account has failed', async () => {
    const { batches, statements } = database();
    const first = batches.place(checkedOrder('a', 1), AWAITED);
    await settled();
    const second = batches.place(checkedOrder('b', 1), AWAITED);
    statements[0]?.fail(new Error('unexpected'));
    await expect(first).rejects.toThrow('unexpected');
    await settled();
    statements[1]?.answer(['b']);
    expect(await second).toBe(true);
  });
});
