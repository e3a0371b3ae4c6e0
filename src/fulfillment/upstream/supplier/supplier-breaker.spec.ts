import { SupplierBreaker } from './supplier-breaker.js';

describe('the circuit breaker of a supplier', () => {
  let now: number;
  let breaker: SupplierBreaker;

  beforeEach(() => {
    now = 1_000_000;
    breaker = new SupplierBreaker(() => now);
  });

  /** Calls that start together and all fail. */
  const fail = (calls = 1): void => {
    const startedAt = now;
    now += 10;
    for (let call = 0; call < calls; call++) breaker.failed(startedAt);
  };

  it('tolerates two failures in a row', () => {
    fail(2);
    expect(breaker.secondsToWait(8)).toBe(0);
    fail();
    expect(breaker.secondsToWait(8)).toBe(1);
  });

  it('opens for twice as long with each further failure, up to a minute', () => {
    fail(3);
    const delays = [2, 4, 8, 16, 32, 60, 60].map(() => {
      now += 60_000;
      fail();
      return breaker.secondsToWait(8);
    });
    expect(delays).toEqual([2, 4, 8, 16, 32, 60, 60]);
  });

  it('counts calls that fail together as one failure once it is open', () => {
    fail(40);
    expect(breaker.secondsToWait(8)).toBe(1);
    now += 1_000;
    fail(40);
    expect(breaker.secondsToWait(8)).toBe(2);
  });

  it('resets the failures after a valid answer', () => {
    fail(2);
    breaker.succeeded();
    fail(2);
    expect(breaker.secondsToWait(8)).toBe(0);
  });

  it('opens for as long as it is told, up to a minute, and never shortens that', () => {
    breaker.open(30_000);
    breaker.open(1_000);
    expect(breaker.secondsToWait(8)).toBe(30);
    breaker.open(3_600_000);
    expect(breaker.secondsToWait(8)).toBe(60);
  });

  it('limits how many run at the same time', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const running = [breaker.run(() => promise), breaker.run(() => promise)];
    expect(breaker.secondsToWait(3)).toBe(0);
    expect(breaker.secondsToWait(2)).toBe(1);
    resolve('done');
    await Promise.all(running);
    expect(breaker.secondsToWait(2)).toBe(0);
  });

  it('no longer counts work that has failed', async () => {
    await expect(breaker.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(breaker.secondsToWait(1)).toBe(0);
  });
});
