import { vi } from 'vitest';
import { pino } from 'pino';
import type { SoukConfig } from '../../config/souk-config.js';
import { TooManyRequestsError } from '../../common/http/http.errors.js';
import { AccountLimits } from './account-limits.js';
import type { BucketAsk, BucketGrant, LimitBucketsRepository } from './limit-buckets.repository.js';

const ACCOUNT = 7;

/** A statement that is running. */
interface Running {
  readonly asks: readonly BucketAsk[];
  /** Grants what is wanted, as long as a bucket has so much. */
  readonly answer: (level: number) => void;
  readonly fail: (error: Error) => void;
}

function limitsOn(): { limits: AccountLimits; running: Running[]; lines: string[] } {
  const running: Running[] = [];
  const exchange = (asks: readonly BucketAsk[]): Promise<BucketGrant[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<BucketGrant[]>();
    const answer = (level: number): void => {
      resolve(
        asks.map(({ accountId, kind, owed, wanted }) => {
          const granted = Math.max(owed, Math.min(wanted, level));
          return { accountId, kind, granted, level: level - granted };
        }),
      );
    };
    running.push({ asks, answer, fail: reject });
    return promise;
  };
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const config = { MAX_ACCOUNT_REQUESTS_PER_MINUTE: 0, MAX_ACCOUNT_ORDERS_PER_MINUTE: 5 };
  const repository = { exchange } as unknown as LimitBucketsRepository;
  const limits = Object.assign(new AccountLimits(repository, config as SoukConfig), { logger });
  return { limits, running, lines };
}

/** Lets everything go on that waits for no timer and no statement. */
async function settled(): Promise<void> {
  for (let count = 0; count < 20; count++) await Promise.resolve();
}

const outcomeOf = (taking: Promise<unknown>): Promise<unknown> =>
  taking.then(
    () => 'taken',
    (error: unknown) => error,
  );

describe('AccountLimits', () => {
  it('knows the limit of an account: its own, else the configured one, and 0 for none', () => {
    const { limits } = limitsOn();
    const account = { requestsPerMinute: null, ordersPerMinute: null };
    expect(limits.quotaOf('requests', account)).toBe(0);
    expect(limits.quotaOf('orders', account)).toBe(5);
    expect(limits.quotaOf('requests', { ...account, requestsPerMinute: 9 })).toBe(9);
    expect(limits.quotaOf('orders', { ...account, ordersPerMinute: 0 })).toBe(0);
  });

  it('asks once for all that wait, one statement at a time', async () => {
    const { limits, running } = limitsOn();
    const take = (): Promise<unknown> => outcomeOf(limits.take('orders', ACCOUNT, 10));
    const first = take();
    await settled();
    const others = Array.from({ length: 12 }, take);
    const all = limits.run();
    await settled();
    expect(running.map(({ asks }) => asks)).toEqual([
      [{ accountId: ACCOUNT, kind: 'orders', quota: 10, owed: 0, wanted: 1, returned: 0 }],
    ]);
    running[0]!.answer(10);
    expect(await first).toBe('taken');
    await settled();
    expect(running).toHaveLength(2);
    expect(running[1]!.asks).toMatchObject([{ owed: 0, wanted: 12 }]);
    running[1]!.answer(9);
    await all;
    const outcomes = await Promise.all(others);
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(9);
    expect(outcomes.filter((outcome) => outcome instanceof TooManyRequestsError)).toHaveLength(3);
    expect(limits.counts.orders).toEqual({ refused: 3, unchecked: 0 });
    expect(running).toHaveLength(2);
  });

  it('puts a token back that was not needed', async () => {
    const { limits, running } = limitsOn();
    const taking = limits.take('orders', ACCOUNT, 1);
    await settled();
    running[0]!.answer(1);
    const giveBack = await taking;
    expect(await outcomeOf(limits.take('orders', ACCOUNT, 1))).toBeInstanceOf(TooManyRequestsError);
    giveBack();
    expect(await outcomeOf(limits.take('orders', ACCOUNT, 1))).toBe('taken');
  });

  it('lets through whoever waits when the exchange fails, and says so once', async () => {
    const { limits, running, lines } = limitsOn();
    const waiting = [1, 2].map((id) => outcomeOf(limits.take('orders', id, 1)));
    await settled();
    running[0]!.fail(new Error('away'));
    expect(await Promise.all(waiting)).toEqual(['taken', 'taken']);
    expect(limits.tryTake('requests', ACCOUNT, 1)).toBe(true);
    expect(limits.counts).toMatchObject({ orders: { unchecked: 2 }, requests: { unchecked: 1 } });
    const again = limits.run();
    await settled();
    running[1]!.fail(new Error('away'));
    await again;
    expect(lines.filter((line) => line.includes('are not limited'))).toHaveLength(1);

    // Also without a request, it finds out that the database answers again.
    const probe = limits.run();
    await settled();
    expect(running[2]!.asks).toEqual([]);
    running[2]!.answer(0);
    await probe;
    expect(limits.tryTake('orders', ACCOUNT, 1)).toBe(false);
    expect(lines.filter((line) => line.includes('are limited again'))).toHaveLength(1);
  });

  it('lets through whoever has waited for two seconds, and nobody waits after that', async () => {
    vi.useFakeTimers();
    try {
      const { limits, running } = limitsOn();
      const waiting = outcomeOf(limits.take('orders', ACCOUNT, 1));
      await vi.advanceTimersByTimeAsync(1_999);
      await expect(Promise.race([waiting, Promise.resolve('waits')])).resolves.toBe('waits');
      await vi.advanceTimersByTimeAsync(1);
      expect(await waiting).toBe('taken');
      expect(await outcomeOf(limits.take('orders', ACCOUNT, 1))).toBe('taken');
      expect(limits.counts.orders).toEqual({ refused: 0, unchecked: 2 });
      // The late answer ends the failure.
      running[0]!.answer(0);
      await settled();
      const taking = outcomeOf(limits.take('orders', ACCOUNT, 1));
      expect(await taking).toBeInstanceOf(TooManyRequestsError);
    } finally {
      vi.useRealTimers();
    }
  });

  it('exchanges in the background until it is stopped, and nothing where nothing has changed', async () => {
    vi.useFakeTimers();
    try {
      const { limits, running } = limitsOn();
      limits.onApplicationBootstrap();
      await vi.advanceTimersByTimeAsync(1_000);
      expect(running).toHaveLength(0);
      expect(limits.tryTake('requests', ACCOUNT, 600)).toBe(true);
      await vi.advanceTimersByTimeAsync(250);
      expect(running.map(({ asks }) => asks)).toEqual([
        [expect.objectContaining({ owed: 1, wanted: 1 })],
      ]);
      running[0]!.answer(600);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(running).toHaveLength(1);
      await limits.beforeApplicationShutdown();
      limits.tryTake('requests', ACCOUNT, 600);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(running).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
