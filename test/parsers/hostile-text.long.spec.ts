import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { check } from 'recheck';
import type { CountedWork, UsedExpression } from './counted-work.js';
import { HOSTILE_KINDS, hostileTexts } from './hostile-text.js';

/** More than a URL or a body can hold. */
const LENGTH = 32 * 1024;
const TEXTS = hostileTexts(LENGTH).length;
/** Steps for each character of all texts; a walk over all pairs of characters of one kind of text would be 400. */
const STEPS_PER_CHARACTER = 60;
/** A text this short is matched soon, whatever the expression. */
const SHORT = 64;

describe(`${HOSTILE_KINDS} kinds of hostile text of ${LENGTH} characters`, () => {
  let work: ReadonlyMap<string, CountedWork>;

  beforeAll(async () => {
    const worker = new Worker(new URL('counting.worker.ts', import.meta.url), {
      workerData: LENGTH,
    });
    [work] = (await once(worker, 'message')) as [Map<string, CountedWork>];
    await worker.terminate();
  });

  it('are counted: each turn of a loop, and each character', () => {
    const read = work.get('a field of a JSON body');

    expect(read?.blocks).toBeGreaterThan(LENGTH * TEXTS);
    expect(read && read.steps - read.blocks).toBeGreaterThan(LENGTH * TEXTS);
  });

  it('take a bounded number of steps in every public parser', () => {
    const most = STEPS_PER_CHARACTER * LENGTH * TEXTS;
    const tooMuch = [...work].filter(([, { steps }]) => steps > most);

    expect(work.size).toBeGreaterThanOrEqual(30);
    expect(tooMuch.map(([name, { steps }]) => [name, steps / most])).toEqual([]);
  });

  it('meet only expressions whose time is linear in the text', async () => {
    const met = new Map<string, UsedExpression>();
    for (const { expressions } of work.values()) {
      for (const used of expressions.filter(({ longest }) => longest > SHORT)) {
        met.set(`/${used.source}/${used.flags}`, used);
      }
    }
    const faults: unknown[] = [];
    for (const [name, { source, flags }] of met) {
      const { status } = await check(source, flags, { timeout: 240_000 });
      if (status !== 'safe') faults.push([name, status]);
    }

    expect(met.size).toBeGreaterThan(5);
    expect(faults).toEqual([]);
  });
});
