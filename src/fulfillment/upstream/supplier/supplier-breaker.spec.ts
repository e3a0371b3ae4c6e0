import { SupplierPace } from './supplier-breaker.js';

describe('the pace of a supplier', () => {
  let now: number;
  let pace: SupplierPace;

  beforeEach(() => {
    now = 1_000_000;
    pace = new SupplierPace(() => now);
  });

  /** Calls that begin together and all fail. */
  const fail = (calls = 1): void => {
    const began = now;
    now += 10;
    for (let call = 0; call < calls; call++) pace.failed(began);
  };

  it('takes two failures in a row for chance', () => {
    fail(2);
    expect(pace.secondsToWait(8)).toBe(0);
    fail();
    expect(pace.secondsToWait(8)).toBe(1);
  });

  it('rests twice as long with each failure that follows, up to a minute', () => {
    fail(3);
    const rests = [2, 4, 8, 16, 32, 60, 60].map(() => {
      now += 60_000;
      fail();
      return pace.secondsToWait(8);
    });
    expect(rests).toEqual([2, 4, 8, 16, 32, 60, 60]);
  });

  it('counts calls that fail together as they would count alone', () => {
    fail(40);
    expect(pace.secondsToWait(8)).toBe(1);
    now += 1_000;
    fail(40);
    expect(pace.secondsToWait(8)).toBe(2);
  });

  it('forgets failures after a sound answer', () => {
    fail(2);
    pace.succeeded();
    fail(2);
    expect(pace.secondsToWait(8)).toBe(0);
  });

  it('rests as it is asked to, and no shorter for what comes later', () => {
    pace.rest(30_000);
    pace.rest(1_000);
    expect(pace.secondsToWait(8)).toBe(30);
    pace.rest(3_600_000);
    expect(pace.secondsToWait(8)).toBe(60);
  });

  it('lets only so many run at a time', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const running = [pace.during(() => promise), pace.during(() => promise)];
    expect(pace.secondsToWait(3)).toBe(0);
    expect(pace.secondsToWait(2)).toBe(1);
    resolve('done');
    await Promise.all(running);
    expect(pace.secondsToWait(2)).toBe(0);
  });

  it('gives a place back also when the work fails', async () => {
    await expect(pace.during(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(pace.secondsToWait(1)).toBe(0);
  });
});
