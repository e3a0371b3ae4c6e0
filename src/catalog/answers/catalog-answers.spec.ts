import fc from 'fast-check';
import {
  audienceOf,
  catalogRows,
  categoryRow,
  fixedPrice,
  productRow,
} from '../../../test/support/catalog-rows.js';
import type { SoukConfig } from '../../config/souk-config.js';
import type { RevisionWatch } from '../../database/revision/revision-watch.js';
import { CatalogSnapshot } from '../view/catalog-snapshot.js';
import { CatalogView } from '../view/catalog-view.js';
import type { Renderer } from './audience-answers.js';
import { CatalogAnswer } from './catalog-answer.js';
import { CatalogAnswers } from './catalog-answers.service.js';
import * as renderers from './renderers.js';
import { ANSWER_OVERHEAD_BYTES, BUFFER_OVERHEAD_BYTES } from './memory/answer-memory.js';
import { Rope } from './memory/rope.js';

const MEGABYTE = 1024 * 1024;
const PRODUCTS = 600;
const AUDIENCES = 6;
const NAME = 'شحن '.repeat(100);

function newAnswers(megabytes: number): CatalogAnswers {
  const config = { BASE_URL: 'https://shop.example', CATALOG_CACHE_MB: megabytes };
  return new CatalogAnswers(config as SoukConfig, {} as RevisionWatch);
}

/** The last product of each category has another price for each audience. */
const rows = catalogRows({
  categories: [1, 2, 3, 4, 5, 6].map((id) => categoryRow(id)),
  products: Array.from({ length: PRODUCTS }, (_, index) =>
    productRow(index + 1, { categoryId: 1 + Math.floor(index / 100), name: NAME }),
  ),
  priceRules: Array.from({ length: AUDIENCES }, (_, index) =>
    [1, 2, 3, 4, 5, 6].map((shelf) =>
      fixedPrice({ accountId: index + 1, productId: shelf * 100 }, `${index + 7}`),
    ),
  ).flat(),
});
const first = CatalogSnapshot.of(rows);
const awaited = (): boolean => true;
const viewOf = (snapshot: CatalogSnapshot, accountId: number): CatalogView =>
  new CatalogView(snapshot, audienceOf({ accountId }));

function renamed(snapshot: CatalogSnapshot, id: number, revision: number): CatalogSnapshot {
  const product = productRow(id, {
    categoryId: 1 + Math.floor((id - 1) / 100),
    name: `${NAME}${revision}`,
  });
  return snapshot.with({
    revision: String(revision),
    categories: new Map(),
    visibilityRules: new Map(),
    priceRules: new Map(),
    products: new Map([[id, product]]),
  });
}

/** The memory of everything that can be reached from a value, as `AnswerMemory` counts it. */
function reachable(from: unknown): number {
  const seen = new Set<object>();
  const left: unknown[] = [from];
  let bytes = 0;
  for (let value = left.pop(); value !== undefined || left.length > 0; value = left.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    if (value instanceof CatalogSnapshot) continue;
    seen.add(value);
    if (Buffer.isBuffer(value)) {
      // All ropes share one buffer with a comma, which is not counted.
      bytes += value.toString('latin1', 0, 2) === ',' ? 0 : value.byteLength;
      continue;
    }
    if (value instanceof CatalogAnswer) bytes += ANSWER_OVERHEAD_BYTES;
    if ('bytes' in value && Buffer.isBuffer(value.bytes)) bytes += BUFFER_OVERHEAD_BYTES;
    if (value instanceof Map) left.push(...(value as Map<unknown, unknown>).values());
    else left.push(...(Object.values(value) as unknown[]));
  }
  return bytes;
}

const WHOLE: readonly (readonly [string, Renderer])[] = [
  ['products', renderers.allProducts],
  ['products?base=1', renderers.allBaseProducts],
  ['tree', renderers.tree],
  ['catalog', renderers.everything],
];
const LIST = Array.from({ length: PRODUCTS }, (_, index) => PRODUCTS - index);
const listOf = (ids: readonly number[]): Renderer =>
  renderers.listed({ ids, base: false }, renderers.wrapped, () => new Error('none'));

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      asks: fc.integer({ min: 0, max: WHOLE.length }),
      account: fc.integer({ min: 1, max: AUDIENCES }),
      gzip: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ renames: fc.integer({ min: 1, max: PRODUCTS }) }) },
);

describe('the memory of cached answers', () => {
  it.each([1, 4, 1_000])('with a limit of %i MB is counted exactly', async (megabytes) => {
    const property = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const answers = newAnswers(megabytes);
      let snapshot = first;
      let revision = 1;
      const waiting: Promise<unknown>[] = [];
      for (const one of steps) {
        if ('renames' in one) {
          revision += 1;
          snapshot = renamed(snapshot, one.renames, revision);
          // Requests between two changes of the catalog are concurrent.
          await Promise.all(waiting.splice(0));
          continue;
        }
        const view = viewOf(snapshot, one.account);
        const [name, renderer] = WHOLE[one.asks] ?? ['', listOf(LIST)];
        const asked =
          name === ''
            ? answers.once(view, renderer, awaited)
            : answers.answer(view, name, renderer);
        waiting.push(asked.then(({ answer }) => answer.encoded({ gzip: one.gzip, br: false })));
      }
      await Promise.all(waiting);
      expect(answers.size).toBe(reachable(answers));
    });
    await fc.assert(property, { numRuns: 15 });
  });

  it('exceeds its limit by one audience at most, with many concurrent requests', async () => {
    let most = 0;
    const answers = newAnswers(2);
    const watched =
      (renderer: Renderer): Renderer =>
      async (making) => {
        const rope = await renderer(making);
        most = Math.max(most, answers.size);
        return rope;
      };
    const asked = Array.from({ length: AUDIENCES }, (_, index) => viewOf(first, index + 1)).flatMap(
      (view) => WHOLE.map(([name, renderer]) => answers.answer(view, name, watched(renderer))),
    );
    const got = await Promise.all(asked);
    await Promise.all(got.map(async ({ answer }) => answer.encoded({ gzip: true, br: false })));
    expect(most).toBeLessThan(3 * MEGABYTE);
    expect(answers.size).toBeLessThan(2 * MEGABYTE);
  });

  it('contains once what several audiences share', async () => {
    const answers = newAnswers(1_000);
    await answers.answer(viewOf(first, 1), 'products', renderers.allProducts);
    const { size } = answers;
    for (const account of [2, 3, 4, 5, 6]) {
      await answers.answer(viewOf(first, account), 'products', renderers.allProducts);
    }
    expect(answers.size).toBeLessThan(5 * size);
  });
});

describe('the rendering of answers', () => {
  it('runs for two answers at the same time', async () => {
    const answers = newAnswers(1_000);
    let atWork = 0;
    let most = 0;
    const slow: Renderer = async () => {
      atWork += 1;
      most = Math.max(most, atWork);
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      atWork -= 1;
      return new Rope().add('[]');
    };
    const views = Array.from({ length: AUDIENCES }, (_, index) => viewOf(first, index + 1));
    await Promise.all(views.map((view) => answers.answer(view, 'products', slow)));
    expect(most).toBe(2);
  });

  it('is shared by concurrent requests for the same answer', async () => {
    const answers = newAnswers(1_000);
    let made = 0;
    const counted: Renderer = () => {
      made += 1;
      return new Rope().add('[]');
    };
    const asked = Array.from({ length: 50 }, () => answers.answer(viewOf(first, 1), 'a', counted));
    expect(new Set((await Promise.all(asked)).map(({ answer }) => answer)).size).toBe(1);
    expect(made).toBe(1);
  });

  it('is refused with 111 if too many wait already', async () => {
    const answers = newAnswers(1_000);
    const empty: Renderer = () => new Rope().add('[]');
    const asked = Array.from({ length: 2_010 }, (_, index) =>
      answers.answer(viewOf(first, 1), `a${index}`, empty),
    );
    const all = await Promise.allSettled(asked);
    expect(all.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    expect(all.at(-1)).toMatchObject({ reason: { wire: { code: 111 } } });
  });
});

describe('the rendering of answers for one request', () => {
  const counted = (): { readonly renderer: Renderer; readonly count: () => number } => {
    let made = 0;
    const renderer: Renderer = () => {
      made += 1;
      return new Rope().add('[]');
    };
    return { renderer, count: () => made };
  };

  it('is refused with 111 to an account with too many that wait, and to no other one', async () => {
    const answers = newAnswers(1_000);
    const { renderer } = counted();
    const asked = Array.from({ length: 2_010 }, () =>
      answers.once(viewOf(first, 1), renderer, awaited),
    );
    const other = answers.once(viewOf(first, 2), renderer, awaited);
    const shared = answers.answer(viewOf(first, 1), 'a', renderer);
    const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected');
    // One is rendered, and 100 wait.
    expect(refused).toHaveLength(2_010 - 101);
    expect(refused[0]).toMatchObject({ reason: { wire: { code: 111 } } });
    await expect(Promise.all([other, shared])).resolves.toHaveLength(2);
  });

  it('does not happen after the caller has gone', async () => {
    const answers = newAnswers(1_000);
    const { renderer, count } = counted();
    const asked = [false, true, false].map((isHere) =>
      answers.once(viewOf(first, 1), renderer, () => isHere),
    );
    const ends = (await Promise.allSettled(asked)).map(({ status }) => status);
    expect(ends).toEqual(['rejected', 'fulfilled', 'rejected']);
    expect(count()).toBe(1);
  });
});

describe('a list of ids', () => {
  it('shares the bytes of its products with every other list', async () => {
    const answers = newAnswers(1_000);
    const view = viewOf(first, 1);
    const chunksOf = async (ids: readonly number[]): Promise<readonly Buffer[]> => {
      const { answer } = await answers.once(view, listOf(ids), awaited);
      return (await answer.encoded({ gzip: false, br: false })).chunks;
    };
    const one = await chunksOf(LIST);
    const { size } = answers;
    const other = await chunksOf(LIST.toReversed());
    expect(answers.size).toBe(size);
    const common = new Set(one);
    const own = other.filter((chunk) => !common.has(chunk));
    expect(own.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThan(10_000);
  });

  it('has the bytes and the tag that it would have if it were one text', async () => {
    const answers = newAnswers(1_000);
    const view = viewOf(first, 2);
    const ids = [...LIST, 99_999, 7].slice(2);
    const texts = ids.flatMap((id) => {
      const product = view.listedProduct(id);
      return product ? [answers.shapes.productJson(product)] : [];
    });
    const list = { list: new Rope().addList(texts), count: texts.length };
    const shared = (await answers.once(view, listOf(ids), awaited)).answer;
    const alone = answers.onceSmall(view, renderers.wrapped(list)).answer;
    const [have, want] = [shared, alone].map((answer) =>
      answer.encoded({ gzip: false, br: false }),
    );
    expect(shared.entityTags).toEqual(alone.entityTags);
    const bytes = await Promise.all(
      [have, want].map(async (form) => Buffer.concat((await form)?.chunks ?? [])),
    );
    expect(bytes[0]?.equals(bytes[1] ?? Buffer.alloc(0))).toBe(true);
  });
});
