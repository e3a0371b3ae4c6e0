import { vi } from 'vitest';
import { NoTurnError, Turns, type ReleaseSlot, type TurnLimits } from './turns.js';

const CALLER = 7;

function turnsFor(limits: Partial<TurnLimits>): Turns<number> {
  return new Turns({
    maxRunning: Infinity,
    maxRunningPerKey: Infinity,
    maxWaiting: Infinity,
    maxWaitingPerKey: Infinity,
    ...limits,
  });
}

/** That a caller may have so many at a time, and ten times as many that wait. */
function ofOne(most: number): Turns<number> {
  return turnsFor({ maxRunningPerKey: most, maxWaitingPerKey: 10 * most });
}

function begun(turns: Turns<number>, key = CALLER): ReleaseSlot {
  const end = turns.tryAcquire(key);
  if (!end) throw new Error('it had to wait');
  return end;
}

function waiting(
  turns: Turns<number>,
  gone = new AbortController(),
  key = CALLER,
): Promise<ReleaseSlot> {
  return turns.acquire(key, gone.signal);
}

describe('turns', () => {
  it('run as many requests of a caller as it has slots, and the next ones first in, first out', async () => {
    const turns = ofOne(2);
    const [endFirst, endSecond] = [begun(turns), begun(turns)];
    expect(turns.tryAcquire(CALLER)).toBeUndefined();
    const order: number[] = [];
    const third = waiting(turns).then((end) => (order.push(3), end));
    const fourth = waiting(turns).then((end) => (order.push(4), end));

    endFirst();
    const endThird = await third;
    expect(order).toEqual([3]);
    endThird();
    endSecond();
    await fourth;
    expect(order).toEqual([3, 4]);
  });

  it('free a slot once, however often it is released', async () => {
    const turns = ofOne(1);
    const end = begun(turns);
    const [next, afterNext] = [waiting(turns), waiting(turns)];
    afterNext.catch(() => undefined);
    end();
    end();

    await next;
    await expect(Promise.race([afterNext, Promise.resolve('waits')])).resolves.toBe('waits');
  });

  it('count each caller separately', () => {
    const turns = ofOne(1);
    begun(turns);

    expect(turns.tryAcquire(CALLER + 1)).toBeInstanceOf(Function);
    expect([turns.runningOf(CALLER), turns.runningOf(CALLER + 2)]).toEqual([1, 0]);
  });

  it('serve the callers in turn, whoever has more that wait', async () => {
    const turns = turnsFor({ maxRunning: 2, maxRunningPerKey: 1 });
    const ends = [begun(turns, 1), begun(turns, 2)];
    const order: number[] = [];
    const ask = (key: number): void => {
      void waiting(turns, undefined, key).then((end) => {
        order.push(key);
        ends.push(end);
      });
    };
    for (const key of [1, 1, 1, 1, 3, 4, 3]) ask(key);
    while (order.length < 7) {
      ends.shift()?.();
      await Promise.resolve();
      await Promise.resolve();
    }
    // The first caller has one at a time, and each of the others comes before its next one.
    expect(order).toEqual([1, 3, 4, 1, 3, 1, 1]);
  });

  it('leave a slot to others, however many a caller has that wait', () => {
    const turns = turnsFor({ maxRunning: 4, maxRunningPerKey: 2 });
    begun(turns, 1);
    begun(turns, 1);
    waiting(turns, undefined, 1).catch(() => undefined);

    expect(turns.tryAcquire(1)).toBeUndefined();
    expect(turns.tryAcquire(2)).toBeInstanceOf(Function);
  });

  it.each([
    ['of a caller', { maxRunningPerKey: 3, maxWaitingPerKey: 30 }],
    ['of all', { maxRunning: 3, maxWaiting: 30 }],
  ])('refuse a request when too many wait %s', async (_, limits) => {
    const turns = turnsFor(limits);
    const ends = [1, 2, 3].map(() => begun(turns));
    const first = waiting(turns);
    for (let count = 1; count < 30; count++) waiting(turns).catch(() => undefined);
    expect(turns.refusedRequests).toBe(0);
    expect(() => waiting(turns)).toThrow(NoTurnError);
    expect([turns.waitingRequests, turns.refusedRequests]).toEqual([30, 1]);

    ends[0]?.();
    await first;
    const last = waiting(turns);
    last.catch(() => undefined);
    await expect(Promise.race([last, Promise.resolve('waits')])).resolves.toBe('waits');
  });

  it('refuse a request that has waited for 2 s, and give it no slot later', async () => {
    vi.useFakeTimers();
    try {
      const turns = ofOne(1);
      const end = begun(turns);
      const late = waiting(turns);
      const outcome = late.then(() => 'begun').catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(1_999);
      const next = waiting(turns);
      await expect(Promise.race([outcome, Promise.resolve('waits')])).resolves.toBe('waits');
      await vi.advanceTimersByTimeAsync(1);
      await expect(outcome).resolves.toBeInstanceOf(NoTurnError);

      end();
      await expect(next).resolves.toBeInstanceOf(Function);
    } finally {
      vi.useRealTimers();
    }
  });

  it('stop the timeout of a request that has got a slot', async () => {
    vi.useFakeTimers();
    try {
      const turns = ofOne(1);
      const end = begun(turns);
      const next = waiting(turns);
      end();
      await next;

      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('refuse a caller that has already gone', () => {
    const turns = ofOne(1);
    const end = begun(turns);
    const gone = new AbortController();
    gone.abort();
    expect(() => waiting(turns, gone)).toThrow(NoTurnError);

    end();
    expect(turns.tryAcquire(CALLER)).toBeInstanceOf(Function);
  });

  it('give no slot to a caller that has gone', async () => {
    const turns = ofOne(1);
    const end = begun(turns);
    const gone = new AbortController();
    const [left, next] = [waiting(turns, gone), waiting(turns)];
    gone.abort();
    await expect(left).rejects.toThrow(NoTurnError);

    end();
    await expect(next).resolves.toBeInstanceOf(Function);
  });

  it('run work in its turn, and free the slot however it ends', async () => {
    const turns = ofOne(1);
    await expect(turns.run(CALLER, () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    );
    await expect(turns.run(CALLER, () => Promise.resolve('done'))).resolves.toBe('done');
    expect(turns.runningOf(CALLER)).toBe(0);
  });
});
