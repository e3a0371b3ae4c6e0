import fc from 'fast-check';
import { audience, changesBetween, rows } from '../../../test/support/catalog-arbitraries.js';
import {
  audienceOf,
  catalogRows,
  categoryRow,
  productRow,
} from '../../../test/support/catalog-rows.js';
import { CatalogSnapshot, type CatalogRows } from '../view/catalog-snapshot.js';
import { CatalogView, nodesOf } from '../view/catalog-view.js';
import { AudienceAnswers, type Renderer } from './audience-answers.js';
import type { CatalogAnswer } from './catalog-answer.js';
import { CatalogShapes } from './catalog-shapes.js';
import * as renderers from './renderers.js';
import { ANSWER_OVERHEAD_BYTES, AnswerMemory } from './memory/answer-memory.js';
import { SharedByDigest } from './memory/shared-by-digest.js';
import { Compressions } from './scheduling/compressions.js';
import { EventLoopYielder } from './scheduling/event-loop-yielder.js';

const shapes = new CatalogShapes('https://shop.example');

/** Answers with resources of their own. */
function newAnswers(how = shapes) {
  const memory = new AnswerMemory(Infinity);
  const yielder = new EventLoopYielder();
  const answers = new SharedByDigest<CatalogAnswer>(
    (answer) => {
      answer.hold();
    },
    (answer) => {
      answer.release();
    },
  );
  const compressions = new Compressions(yielder);
  const resources = { shapes: how, memory, yielder, answers, compressions };
  return { memory, answers: new AudienceAnswers(resources, 'key') };
}

/** The renderers that need no arguments. */
const WHOLE: Readonly<Record<string, Renderer>> = {
  rootCategories: renderers.rootCategories,
  flatCategories: renderers.flatCategories,
  rootContent: renderers.rootContent,
  allProducts: renderers.allProducts,
  allBaseProducts: renderers.allBaseProducts,
  wrappedProducts: renderers.wrappedProducts,
  wrappedBaseProducts: renderers.wrappedBaseProducts,
  tree: renderers.tree,
  everything: renderers.everything,
};

/** Every answer of a view, by its name. */
async function allAnswers(
  answers: AudienceAnswers,
  view: CatalogView,
): Promise<Map<string, CatalogAnswer>> {
  const all = Object.entries(WHOLE);
  const contents = nodesOf(view.tree()).map(({ path }): [string, Renderer] => [
    `content/${path.category.id}`,
    renderers.content(path),
  ]);
  const made = new Map<string, CatalogAnswer>();
  for (const [name, renderer] of [...all, ...contents]) {
    made.set(name, await answers.render(view, name, renderer));
  }
  return made;
}

async function textOf(answer: CatalogAnswer): Promise<string> {
  const { chunks } = await answer.encoded({ gzip: false, br: false });
  return Buffer.concat(chunks).toString();
}

async function textsOf(made: Map<string, CatalogAnswer>): Promise<Record<string, string>> {
  const texts = [...made].map(async ([name, answer]) => [name, await textOf(answer)] as const);
  return Object.fromEntries(await Promise.all(texts));
}

describe('answers of an audience', () => {
  it('are equal after any changes to newly rendered ones, and have different tags only for different bytes', async () => {
    const property = fc.asyncProperty(
      fc.array(rows, { minLength: 2, maxLength: 4 }),
      audience,
      async (states, asking) => {
        let before: CatalogRows | undefined;
        let snapshot: CatalogSnapshot | undefined;
        const byKey = new Map<string, AudienceAnswers>();
        const seen = new Map<string, string>();
        for (const state of states) {
          snapshot =
            snapshot && before
              ? snapshot.with(changesBetween(before, state))
              : CatalogSnapshot.of(state);
          before = state;
          const view = new CatalogView(snapshot, asking);
          const answers = byKey.get(view.audienceKey) ?? newAnswers().answers;
          byKey.set(view.audienceKey, answers);
          const made = await allAnswers(answers, view);
          const texts = await textsOf(made);
          const anew = new CatalogView(CatalogSnapshot.of(state), asking);
          expect(texts).toEqual(await textsOf(await allAnswers(newAnswers().answers, anew)));
          for (const text of Object.values(texts)) JSON.parse(text);
          for (const [name, { entityTags }] of made) {
            const tag = entityTags[0] ?? '';
            expect(seen.get(tag) ?? texts[name]).toBe(texts[name]);
            seen.set(tag, texts[name] ?? '');
          }
        }
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  const state = catalogRows({
    categories: [categoryRow(1), categoryRow(2)],
    products: [
      ...Array.from({ length: 300 }, (_, index) => productRow(index + 1, { categoryId: 1 })),
      productRow(1001, { categoryId: 2 }),
    ],
  });
  const snapshot = CatalogSnapshot.of(state);
  const viewOf = (one: CatalogSnapshot): CatalogView => new CatalogView(one, audienceOf());
  const after = (
    products: [number, ReturnType<typeof productRow> | undefined][],
  ): CatalogSnapshot =>
    snapshot.with({
      revision: '2',
      categories: new Map(),
      visibilityRules: new Map(),
      priceRules: new Map(),
      products: new Map(products),
    });

  it('stay identical if nothing that they show has changed', async () => {
    const { answers } = newAnswers();
    const first = await allAnswers(answers, viewOf(snapshot));
    const changed = viewOf(after([[1001, productRow(1001, { categoryId: 2, price: '2' })]]));
    const second = await allAnswers(answers, changed);
    expect(second.get('content/1')).toBe(first.get('content/1'));
    expect(second.get('allBaseProducts')?.entityTags).toEqual(
      first.get('allBaseProducts')?.entityTags,
    );
    expect(second.get('content/2')).not.toBe(first.get('content/2'));
    expect(second.get('allProducts')).not.toBe(first.get('allProducts'));
  });

  it('render again only the fragment in which a product has changed', async () => {
    let rendered = 0;
    const counting = new CatalogShapes('https://shop.example');
    const { productJson } = counting;
    Object.assign(counting, {
      productJson: (...one: Parameters<typeof productJson>) => {
        rendered += 1;
        return productJson(...one);
      },
    });
    const { answers } = newAnswers(counting);
    await answers.render(viewOf(snapshot), 'products', renderers.allProducts);
    expect(rendered).toBe(301);
    rendered = 0;
    await answers.render(viewOf(after([[150, undefined]])), 'products', renderers.allProducts);
    // 129 to 192, but for 150
    expect(rendered).toBe(63);
  });

  it('count their bytes, and no longer those that were removed', async () => {
    const { answers, memory } = newAnswers();
    await answers.render(viewOf(snapshot), 'products', renderers.allProducts);
    expect(memory.counted).toBeGreaterThan(300 * 200);
    const gone = after(state.products.map(({ id }) => [id, undefined]));
    await answers.render(viewOf(gone), 'products', renderers.allProducts);
    expect(memory.counted).toBe(ANSWER_OVERHEAD_BYTES + '[]'.length);
    answers.clear();
    expect(memory.counted).toBe(0);
  });
});
