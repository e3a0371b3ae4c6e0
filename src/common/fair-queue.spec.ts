import fc from 'fast-check';
import { FairQueue } from './fair-queue.js';

/** Works that end when the test says so, with a record of what ran. */
class Works {
  readonly begun: string[] = [];
  readonly ended = new Map<string, () => void>();
  most = 0;
  private readonly keys: string[] = [];

  constructor(private readonly queue: FairQueue) {}

  add(key: string, name: string): Promise<string> {
    return this.queue.run(key, async () => {
      if (this.keys.includes(key)) throw new Error(`two at a time of ${key}`);
      this.begun.push(name);
      this.keys.push(key);
      this.most = Math.max(this.most, this.keys.length);
      await new Promise<void>((resolve) => this.ended.set(name, resolve));
      this.keys.splice(this.keys.indexOf(key), 1);
      return name;
    });
  }

  /** Ends running works, one by one, until all have ended. */
  async endAll(): Promise<void> {
    while (!this.queue.isIdle) {
      await new Promise(setImmediate);
      const [first] = this.ended;
      if (!first) continue;
      this.ended.delete(first[0]);
      first[1]();
    }
  }
}

function worksOf(maxConcurrent: number, maxPerTurn: number): { works: Works; queue: FairQueue } {
  const queue = new FairQueue({ maxConcurrent, maxPerTurn });
  return { works: new Works(queue), queue };
}

it('runs no more than the limit, one per key, and all works end', async () => {
  const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
  const limits = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }));
  await fc.assert(
    fc.asyncProperty(keys, limits, async (asked, [maxConcurrent, maxPerTurn]) => {
      const { works, queue } = worksOf(maxConcurrent, maxPerTurn);
      const names = asked.map((key, index) => `${key}${index}`);
      const all = Promise.all(asked.map((key, index) => works.add(key, names[index] ?? '')));
      await works.endAll();
      expect(await all).toEqual(names);
      expect(works.most).toBe(Math.min(maxConcurrent, new Set(asked).size));
      expect([queue.waiting, queue.isIdle]).toEqual([0, true]);
    }),
  );
});

it('lets a new key wait for one turn of each other key only', async () => {
  const { works } = worksOf(1, 2);
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3', 'c1'].map((name) =>
    works.add(name.charAt(0), name),
  );
  await works.endAll();
  await Promise.all(all);
  // No other key was waiting when a1 started.
  expect(works.begun).toEqual(['a1', 'b1', 'b2', 'c1', 'a2', 'a3', 'b3', 'a4', 'a5']);
});

it('is full for a key with too much waiting work, and for all keys with too much in all', async () => {
  const limits = { maxConcurrent: 1, maxPerTurn: 1, maxWaiting: 3, maxWaitingPerKey: 2 };
  const queue = new FairQueue(limits);
  const works = new Works(queue);
  const all: Promise<string>[] = [];
  const fullFor = async (name: string): Promise<boolean[]> => {
    all.push(works.add(name.charAt(0), name));
    await new Promise(setImmediate);
    return ['a', 'b', 'c'].map((key) => queue.isFullFor(key));
  };
  // The first one does not wait.
  expect(await fullFor('a1')).toEqual([false, false, false]);
  expect(await fullFor('a2')).toEqual([false, false, false]);
  expect(await fullFor('a3')).toEqual([true, false, false]);
  expect(await fullFor('b1')).toEqual([true, true, true]);
  await works.endAll();
  await Promise.all(all);
  expect(queue.isFullFor('a')).toBe(false);
});

it('continues after a work that fails', async () => {
  const { queue } = worksOf(1, 1);
  const failed = queue.run('a', () => Promise.reject(new Error('wrong')));
  const ended = queue.nextEnd();
  await expect(failed).rejects.toThrow('wrong');
  await ended;
  expect(await queue.run('a', () => Promise.resolve('right'))).toBe('right');
});
