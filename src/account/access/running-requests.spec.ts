import { vi } from 'vitest';
import { TooManyRequestsError } from '../../common/http/http.errors.js';
import { RunningRequests, type ReleaseSlot } from './running-requests.js';

const ACCOUNT = 7;

function limit(most: number): RunningRequests {
  return new RunningRequests({ MAX_ACCOUNT_REQUESTS: most });
}

function begun(requests: RunningRequests): ReleaseSlot {
  const end = requests.tryAcquire(ACCOUNT);
  if (!end) throw new Error('it had to wait');
  return end;
}

function waiting(requests: RunningRequests, gone = new AbortController()): Promise<ReleaseSlot> {
  return requests.acquire(ACCOUNT, gone.signal);
}

describe('RunningRequests', () => {
  it('runs as many requests of an account as it has slots, and the next ones first in, first out', async () => {
    const requests = limit(2);
    const [endFirst, endSecond] = [begun(requests), begun(requests)];
    expect(requests.tryAcquire(ACCOUNT)).toBeUndefined();
    const order: number[] = [];
    const third = waiting(requests).then((end) => (order.push(3), end));
    const fourth = waiting(requests).then((end) => (order.push(4), end));

    endFirst();
    const endThird = await third;
    expect(order).toEqual([3]);
    endThird();
    endSecond();
    await fourth;
    expect(order).toEqual([3, 4]);
  });

  it('frees a slot once, however often it is released', async () => {
    const requests = limit(1);
    const end = begun(requests);
    const [next, afterNext] = [waiting(requests), waiting(requests)];
    afterNext.catch(() => undefined);
    end();
    end();

    await next;
    await expect(Promise.race([afterNext, Promise.resolve('waits')])).resolves.toBe('waits');
  });

  it('counts each account separately', () => {
    const requests = limit(1);
    begun(requests);

    expect(requests.tryAcquire(ACCOUNT + 1)).toBeInstanceOf(Function);
  });

  it('refuses a request when ten times as many wait as there are slots', async () => {
    const requests = limit(3);
    const ends = [1, 2, 3].map(() => begun(requests));
    const first = waiting(requests);
    for (let count = 1; count < 30; count++) waiting(requests).catch(() => undefined);
    expect(requests.refusedRequests).toBe(0);
    expect(() => waiting(requests)).toThrow(TooManyRequestsError);
    expect([requests.waitingRequests, requests.refusedRequests]).toEqual([30, 1]);

    ends[0]?.();
    await first;
    const last = waiting(requests);
    last.catch(() => undefined);
    await expect(Promise.race([last, Promise.resolve('waits')])).resolves.toBe('waits');
  });

  it('refuses a request that has waited for 4 s, and gives it no slot later', async () => {
    vi.useFakeTimers();
    try {
      const requests = limit(1);
      const end = begun(requests);
      const late = waiting(requests);
      const outcome = late.then(() => 'begun').catch((error: unknown) => error);
      await vi.advanceTimersByTimeAsync(3_999);
      const next = waiting(requests);
      await expect(Promise.race([outcome, Promise.resolve('waits')])).resolves.toBe('waits');
      await vi.advanceTimersByTimeAsync(1);
      await expect(outcome).resolves.toBeInstanceOf(TooManyRequestsError);

      end();
      await expect(next).resolves.toBeInstanceOf(Function);
    } finally {
      vi.useRealTimers();
    }
  });

  it('stops the timeout of a request that has got a slot', async () => {
    vi.useFakeTimers();
    try {
      const requests = limit(1);
      const end = begun(requests);
      const next = waiting(requests);
      end();
      await next;

      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('refuses a caller that has already closed the connection', () => {
    const requests = limit(1);
    const end = begun(requests);
    const gone = new AbortController();
    gone.abort();
    expect(() => waiting(requests, gone)).toThrow(TooManyRequestsError);

    end();
    expect(requests.tryAcquire(ACCOUNT)).toBeInstanceOf(Function);
  });

  it('gives no slot to a caller that has closed the connection', async () => {
    const requests = limit(1);
    const end = begun(requests);
    const gone = new AbortController();
    const [left, next] = [waiting(requests, gone), waiting(requests)];
    gone.abort();
    await expect(left).rejects.toThrow(TooManyRequestsError);

    end();
    await expect(next).resolves.toBeInstanceOf(Function);
  });
});
