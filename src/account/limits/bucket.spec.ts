import fc from 'fast-check';
import { Bucket, type Ask, type Grant, type LimitKind } from './bucket.js';

/** The bucket in the database, as the function exchange_tokens keeps it. */
class SharedBucket {
  private atMs = 0;

  constructor(
    private readonly quota: number,
    private level = quota,
  ) {}

  exchange({ owed, wanted, returned }: Ask, nowMs: number): Grant {
    const refilled = ((nowMs - this.atMs) / 60_000) * this.quota;
    const level = Math.min(this.quota, this.level + returned + refilled);
    const granted = Math.max(owed, Math.min(wanted, Math.floor(level)));
    this.level = level - granted;
    this.atMs = nowMs;
    return { granted, level: this.level };
  }
}

/** Instances that share a bucket, and a clock that the test drives. */
class Instances {
  nowMs = 0;
  admitted = 0;
  readonly buckets: Bucket[];
  private readonly shared: SharedBucket;

  constructor(
    private readonly kind: LimitKind,
    private readonly quota: number,
    count: number,
  ) {
    this.shared = new SharedBucket(quota);
    this.buckets = Array.from({ length: count }, () => this.newBucket());
  }

  /** Sends a request to an instance, as AccountLimits answers it. */
  send(index: number): void {
    const bucket = this.buckets[index]!;
    let taking = bucket.take(this.nowMs);
    for (let asked = 0; taking === 'unknown'; asked++) {
      if (asked > 3) throw new Error('it asks for ever');
      bucket.waiting = 1;
      this.exchange(index);
      bucket.waiting = 0;
      taking = bucket.take(this.nowMs);
    }
    if (taking === 'taken') this.admitted++;
  }

  exchange(index: number): void {
    const bucket = this.buckets[index]!;
    const ask = bucket.ask();
    if (ask) bucket.settle(this.shared.exchange(ask, this.nowMs), this.nowMs);
  }

  restart(index: number): void {
    this.buckets[index] = this.newBucket();
  }

  /** What one bucket without instances would have admitted until now, had there always been a request. */
  get ideal(): number {
    return this.quota + (this.nowMs / 60_000) * this.quota;
  }

  private newBucket(): Bucket {
    return new Bucket(this.kind, this.quota, this.nowMs);
  }
}

const kinds = fc.constantFrom<LimitKind>('requests', 'orders');
const quotas = fc.constantFrom(1, 2, 10, 60, 99, 100, 600, 6_000);
const steps = fc.array(
  fc.record({
    instance: fc.integer({ min: 0, max: 2 }),
    requests: fc.integer({ min: 0, max: 700 }),
    pauseMs: fc.constantFrom(0, 1, 50, 250, 1_000, 30_000),
    exchanges: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);

describe('buckets of several instances', () => {
  it('admit never more than the quota, the refill, and their credits', () => {
    const property = fc.property(kinds, quotas, steps, (kind, quota, all) => {
      const shop = new Instances(kind, quota, 3);
      const credit = kind === 'orders' ? 0 : Math.max(1, Math.floor(quota / 100));
      for (const { instance, requests, pauseMs, exchanges } of all) {
        for (let count = 0; count < requests; count++) shop.send(instance);
        expect(shop.admitted).toBeLessThanOrEqual(shop.ideal + 3 * credit + 1e-6);
        shop.nowMs += pauseMs;
        if (exchanges)
          shop.buckets.forEach((_, index) => {
            shop.exchange(index);
          });
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it.each([
    ['requests', 600, [9, 1]],
    ['requests', 600, [1, 1]],
    ['requests', 100, [20, 1]],
    ['requests', 6_000, [50, 50, 1]],
    ['orders', 60, [5, 1]],
    ['orders', 10, [1, 1]],
  ] as const)('of %s with %d a minute admit as one bucket, at load %j', (kind, quota, load) => {
    const shop = new Instances(kind, quota, load.length);
    // More than the quota every few seconds, for five minutes.
    for (let tick = 0; tick < 5 * 240; tick++) {
      load.forEach((weight, index) => {
        const requests = Math.ceil((quota / 60) * weight);
        for (let count = 0; count < requests; count++) shop.send(index);
      });
      shop.nowMs += 250;
      load.forEach((_, index) => {
        shop.exchange(index);
      });
      if (tick % 40 === 39) {
        expect(shop.admitted).toBeGreaterThanOrEqual(0.9 * shop.ideal - 1);
        expect(shop.admitted).toBeLessThanOrEqual(1.1 * shop.ideal + 1);
      }
    }
    expect(Math.abs(shop.admitted / shop.ideal - 1)).toBeLessThan(0.03);
  });

  it('give a whole quota at once to one instance, and then nothing to another one', () => {
    const shop = new Instances('requests', 600, 2);
    for (let count = 0; count < 1_000; count++) shop.send(0);
    expect(shop.admitted).toBe(600);
    for (let count = 0; count < 1_000; count++) shop.send(1);
    // What the second instance did not know of.
    expect(shop.admitted).toBeLessThanOrEqual(606);
  });

  it('give a new instance no more than its credit', () => {
    const shop = new Instances('requests', 600, 1);
    for (let count = 0; count < 600; count++) shop.send(0);
    for (let restart = 0; restart < 50; restart++) {
      shop.restart(0);
      shop.send(0);
      shop.exchange(0);
    }
    expect(shop.admitted).toBeLessThanOrEqual(600 + 50);
    // What was spent on credit is repaid before anything else is granted.
    shop.nowMs += 4_000;
    const before = shop.admitted;
    for (let count = 0; count < 100; count++) shop.send(0);
    expect(shop.admitted).toBe(before);
  });

  it('never exceed the number of orders, however many instances there are', () => {
    const shop = new Instances('orders', 10, 20);
    for (let round = 0; round < 5; round++)
      shop.buckets.forEach((_, index) => {
        shop.send(index);
      });
    expect(shop.admitted).toBe(10);
  });
});

describe('a bucket', () => {
  it('needs no exchange for single requests, and none of its own for most of a steady load', () => {
    const bucket = new Bucket('requests', 600, 0);
    const shared = new SharedBucket(600);
    for (let nowMs = 0; nowMs < 60_000; nowMs += 100) {
      expect(bucket.take(nowMs)).toBe('taken');
      if (nowMs % 200 !== 0) continue;
      const ask = bucket.ask();
      if (ask) bucket.settle(shared.exchange(ask, nowMs), nowMs);
    }
  });

  it('asks nothing when nothing was used, and returns what it holds', () => {
    const bucket = new Bucket('requests', 600, 0);
    expect(bucket.ask()).toBeUndefined();
    for (let count = 0; count < 6; count++) bucket.take(0);
    expect(bucket.take(0)).toBe('unknown');
    const ask = bucket.ask();
    expect(ask).toEqual({ owed: 6, wanted: 12, returned: 0 });
    bucket.settle({ granted: 12, level: 588 }, 0);
    expect(bucket.ask()).toEqual({ owed: 0, wanted: 0, returned: 6 });
    expect(bucket.ask()).toBeUndefined();
  });

  it('still counts tokens that are on their way back', () => {
    const bucket = new Bucket('orders', 1, 0);
    bucket.settle({ granted: 1, level: 0 }, 0);
    expect(bucket.take(0)).toBe('taken');
    bucket.giveBack();
    expect(bucket.ask()).toEqual({ owed: 0, wanted: 0, returned: 1 });
    expect(bucket.remaining(0).tokens).toBe(1);
    // Another instance may have taken the token by now, so the database has to be asked.
    expect(bucket.take(0)).toBe('unknown');
    bucket.settle({ granted: 0, level: 0 }, 0);
    expect(bucket.take(0)).toBe('empty');
  });

  it('tells what remains, and when the next token and the whole quota are there', () => {
    const bucket = new Bucket('requests', 60, 0);
    expect(bucket.remaining(0)).toEqual({ tokens: 60, fullAfterSeconds: 0 });
    bucket.settle({ granted: 0, level: 10.5 }, 0);
    expect(bucket.remaining(0)).toEqual({ tokens: 10, fullAfterSeconds: 50 });
    bucket.settle({ granted: 0, level: -2 }, 0);
    expect(bucket.remaining(0)).toEqual({ tokens: 0, fullAfterSeconds: 62 });
    expect([bucket.take(0), bucket.nextAfterSeconds(0)]).toEqual(['empty', 3]);
    expect([bucket.take(2_900), bucket.nextAfterSeconds(2_900)]).toEqual(['empty', 1]);
    expect(bucket.take(3_000)).toBe('taken');
    expect(bucket.remaining(1e9)).toMatchObject({ tokens: 59 });
  });

  it('says at most a minute, and at least a second', () => {
    const bucket = new Bucket('orders', 1, 0);
    bucket.settle({ granted: 0, level: -3 }, 0);
    expect(bucket.nextAfterSeconds(0)).toBe(60);
    expect(bucket.nextAfterSeconds(1e9)).toBe(1);
  });

  it('follows a changed limit', () => {
    const bucket = new Bucket('requests', 600, 0);
    bucket.quota = 1_200;
    expect(bucket.remaining(0).tokens).toBe(1_200);
    bucket.take(0);
    bucket.quota = 60;
    expect([bucket.quota, bucket.remaining(0).tokens]).toEqual([60, 59]);
    bucket.settle({ granted: 1, level: 0 }, 0);
    bucket.quota = 600;
    expect(bucket.remaining(0).tokens).toBe(0);
    expect(bucket.remaining(1_000).tokens).toBe(10);
  });

  it('is unused when it is full and nothing of it is held or awaited', () => {
    const bucket = new Bucket('requests', 60, 0);
    expect(bucket.isUnused(0)).toBe(true);
    bucket.take(0);
    expect(bucket.isUnused(0)).toBe(false);
    bucket.giveBack();
    expect(bucket.isUnused(0)).toBe(true);
    bucket.waiting = 1;
    expect(bucket.isUnused(0)).toBe(false);
    bucket.waiting = 0;
    bucket.settle({ granted: 0, level: 59 }, 0);
    expect([bucket.isUnused(500), bucket.isUnused(1_000)]).toEqual([false, true]);
  });

  it('takes a clock that goes back for one that stands', () => {
    const bucket = new Bucket('requests', 60, 10_000);
    bucket.settle({ granted: 0, level: 0 }, 10_000);
    expect(bucket.take(0)).toBe('empty');
  });
});
