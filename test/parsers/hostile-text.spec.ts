import { check } from 'recheck';
import { AppError } from '../../src/common/app-error.js';
import { WorkCounter, type CountedWork, type UsedExpression } from './counted-work.js';
import { HOSTILE_KINDS, HOSTILE_LENGTH, HOSTILE_TEXTS } from './hostile-text.js';
import { publicParsers } from './public-parsers.js';

/** Steps for each character; a walk over all pairs of characters would be 32,000. */
const STEPS_PER_CHARACTER = 60;
/** A text this short is matched soon, whatever the expression. */
const SHORT = 64;

describe(`${HOSTILE_KINDS} kinds of hostile text of ${HOSTILE_LENGTH} characters`, () => {
  const counter = new WorkCounter();
  const work = new Map<string, CountedWork>();

  beforeAll(async () => {
    counter.begin();
    for (const [name, parse] of Object.entries(await publicParsers())) {
      work.set(
        name,
        counter.count(() => {
          for (const text of HOSTILE_TEXTS) refusedOrRead(parse, text);
        }),
      );
    }
    counter.end();
  });

  it('are counted: each turn of a loop, and each character', () => {
    const read = work.get('a field of a JSON body');

    expect(read?.blocks).toBeGreaterThan(HOSTILE_LENGTH * HOSTILE_TEXTS.length);
    expect(read && read.steps - read.blocks).toBeGreaterThan(HOSTILE_LENGTH * HOSTILE_TEXTS.length);
  });

  it('take a bounded number of steps in every public parser', () => {
    const most = STEPS_PER_CHARACTER * HOSTILE_LENGTH * HOSTILE_TEXTS.length;
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

function refusedOrRead(parse: (text: string) => unknown, text: string): void {
  try {
    parse(text);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}
