import fc from 'fast-check';
import { EventLoopYielder } from './event-loop-yielder.js';
import { FairQueue } from './fair-queue.js';

/** Works that end when they are told to, and what is known of them. */
class Works {
  readonly begun: string[] = [];
  readonly ended = new Map<string, () => void>();
  most = 0;
  private readonly parties: string[] = [];

  constructor(private readonly turns: FairQueue) {}

  add(party: string, name: string): Promise<string> {
    return this.turns.run(party, async () => {
      if (this.parties.includes(party)) throw new Error(`two at a time of ${party}`);
      this.begun.push(name);
      this.parties.push(party);
      this.most = Math.max(this.most, this.parties.length);
      await new Promise<void>((resolve) => this.ended.set(name, resolve));
      this.parties.splice(this.parties.indexOf(party), 1);
      return name;
    });
  }

  /** Lets what is at work end, one by one, until all have. */
  async endAll(): Promise<void> {
    while (!this.turns.areIdle) {
      await new Promise(setImmediate);
      const [first] = this.ended;
      if (!first) continue;
      this.ended.delete(first[0]);
      first[1]();
    }
  }
}

function worksOf(maxConcurrent: number, maxPerTurn: number): { works: Works; turns: FairQueue } {
  const turns = new FairQueue({ maxConcurrent, maxPerTurn }, new EventLoopYielder());
  return { works: new Works(turns), turns };
}

it('never are more than may be, one of a party, and all come to an end', async () => {
  const parties = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });
  const limits = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }));
  await fc.assert(
    fc.asyncProperty(parties, limits, async (asked, [maxConcurrent, maxPerTurn]) => {
      const { works, turns } = worksOf(maxConcurrent, maxPerTurn);
      const names = asked.map((party, index) => `${party}${index}`);
      const all = Promise.all(asked.map((party, index) => works.add(party, names[index] ?? '')));
      await works.endAll();
      expect(await all).toEqual(names);
      expect(works.most).toBe(Math.min(maxConcurrent, new Set(asked).size));
      expect([turns.waiting, turns.areIdle]).toEqual([0, true]);
    }),
  );
});

it('let a party that has just come wait for one turn of each other one, and no more', async () => {
  const { works } = worksOf(1, 2);
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3', 'c1'].map((name) =>
    works.add(name.charAt(0), name),
  );
  await works.endAll();
  await Promise.all(all);
  // Nobody else was there when the first of them began.
  expect(works.begun).toEqual(['a1', 'b1', 'b2', 'c1', 'a2', 'a3', 'b3', 'a4', 'a5']);
});

it('go on after one that fails', async () => {
  const { turns } = worksOf(1, 1);
  const failed = turns.run('a', () => Promise.reject(new Error('wrong')));
  const ended = turns.nextEnd();
  await expect(failed).rejects.toThrow('wrong');
  await ended;
  expect(await turns.run('a', () => Promise.resolve('right'))).toBe('right');
});
