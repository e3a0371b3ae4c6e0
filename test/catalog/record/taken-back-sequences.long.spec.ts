import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { CatalogImportService } from '../../../src/catalog/import/catalog-import.service.js';
import { AuditService } from '../../../src/upkeep/audit/audit.service.js';
import { Instance } from '../../support/instance.js';
import { TestOperator } from '../../support/test-operator.js';
import { readInThisProcess } from '../../support/reading-in-this-process.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

/** Products that there are at first; imports make further ones. */
const FIRST = 4;
const MOST = 6;

type Step =
  | {
      readonly kind: 'import';
      readonly prices: readonly (readonly [place: number, price: number])[];
    }
  | { readonly kind: 'percent'; readonly percentage: number }
  | { readonly kind: 'single'; readonly place: number; readonly price: number }
  | { readonly kind: 'back'; readonly of: number };

/** A step, and after how many milliseconds the database ends all connections of the instances; undefined is never. */
interface Run {
  readonly step: Step;
  readonly killMs: number | undefined;
}

const place = fc.integer({ min: 0, max: MOST - 1 });
const price = fc.integer({ min: 1, max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('import' as const),
    prices: fc.uniqueArray(fc.tuple(place, price), { minLength: 1, selector: ([one]) => one }),
  }),
  fc.record({ kind: fc.constant('percent' as const), percentage: fc.constantFrom(100, -50) }),
  fc.record({
    kind: fc.constant('single' as const),
    place: fc.integer({ min: 0, max: FIRST - 1 }),
    price,
  }),
  fc.record({ kind: fc.constant('back' as const), of: fc.nat({ max: 20 }) }),
);

const run: fc.Arbitrary<Run> = fc.record({
  step,
  killMs: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined, freq: 2 }),
});

/** A product that there is, was, or never was, which has no price. */
interface Item {
  readonly price: number | null;
  readonly isThere: boolean;
}

/** The products, and each as it was before and after each entry. A plain reading of the rules. */
class Model {
  readonly entries: { readonly id: number; readonly before: Item[]; readonly after: Item[] }[] = [];

  constructor(public items: Item[]) {}

  note(id: number, after: Item[]): void {
    this.entries.push({ id, before: this.items, after });
    this.items = after;
  }

  /** The products after an entry is taken back: what is not as the entry has set it stays. */
  without(of: number): Item[] {
    return this.items.map((now, at) => {
      const [before, after] = [this.entries[of]!.before[at]!, this.entries[of]!.after[at]!];
      // What was made is taken away again.
      if (before.price === null && after.price !== null) {
        return isDeepStrictEqual(now, after) ? { ...now, isThere: false } : now;
      }
      const columns = (['price', 'isThere'] as const).filter((one) => before[one] !== after[one]);
      if (columns.some((one) => now[one] !== after[one])) return now;
      return { ...now, ...Object.fromEntries(columns.map((one) => [one, before[one]])) };
    });
  }
}

let shop: TestShop;
let other: Instance;
let owners: TestOperator[];
let folder: string;

beforeAll(async () => {
  // A shop of its own: with a second instance, and changes of all of its prices.
  shop = await startTestShop();
  // No change is unusual here.
  await shop.db.query('UPDATE catalog_settings SET unusual_percent = 10000');
  other = await Instance.on(shop.db);
  const owner = await TestOperator.of(shop, 'owner');
  owners = [owner, owner.at(other)];
  folder = await mkdtemp(join(tmpdir(), 'souk-sequences-'));
});
beforeEach(readInThisProcess);
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await other.close();
  await shop.close();
  await rm(folder, { recursive: true });
});

it.each([1, 2, 3, 4, 5, 6])(
  'any changes and takings back end where the record says, by two instances and beside kills (%i)',
  async (seed) => {
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 3, maxLength: 14 }), async (runs) => {
        const categoryId = await shop.category({ name: randomUUID() });
        const ids: number[] = [];
        for (let n = 0; n < MOST; n++) ids.push(await shop.product({ categoryId, price: '1' }));
        await shop.db.query('DELETE FROM products WHERE id = ANY ($1)', [ids.slice(FIRST)]);
        const model = new Model(
          ids.map((_, at) => ({ price: at < FIRST ? 1 : null, isThere: at < FIRST })),
        );
        for (const [at, { step, killMs }] of runs.entries()) {
          const { next, send } = planned(step, { model, ids, categoryId, by: owners[at % 2]! });
          const recorded = await lastRecorded();
          if (killMs === undefined) await send();
          else {
            await Promise.all([send().catch(() => undefined), kill(killMs)]);
            await until(areThere);
          }
          const id = await lastRecorded();
          const isKept = id > recorded;
          if (killMs === undefined) expect(isKept).toBe(!isDeepStrictEqual(next, model.items));
          if (isKept) model.note(id, next);
          expect(await stored(ids)).toEqual(
            model.items.map(({ price, isThere }) => (isThere ? price : null)),
          );
        }
      }),
      { numRuns: 4, seed, endOnFailure: true },
    );
  },
);

/** The price of each product; null where there is none. */
async function stored(ids: readonly number[]): Promise<(number | null)[]> {
  const rows = await shop.db.query<{ id: number; price: number }>(
    'SELECT id, price::float AS price FROM products WHERE id = ANY ($1) AND deleted_at IS NULL',
    [ids],
  );
  const found = new Map(rows.map(({ id, price }) => [id, price]));
  return ids.map((id) => found.get(id) ?? null);
}

/** As the database sees it when the instances are killed. */
async function kill(afterMs: number): Promise<void> {
  await wait(afterMs);
  await shop.db.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
}

/** True once both instances have noticed which connections of their pools were ended: until then they answer 503. */
async function areThere(): Promise<boolean> {
  const asked = owners.flatMap((owner) =>
    Array.from({ length: 4 }, () => owner.ask('GET accounts')),
  );
  return (await Promise.all(asked)).every(({ status }) => status === 200);
}

interface At {
  readonly model: Model;
  readonly ids: readonly number[];
  readonly categoryId: number;
  readonly by: TestOperator;
}

interface Planned {
  /** The products that it must leave. */
  readonly next: Item[];
  readonly send: () => Promise<unknown>;
}

function planned(step: Step, at: At): Planned {
  const { model, ids, categoryId, by } = at;
  const items = [...model.items];
  switch (step.kind) {
    case 'single': {
      items[step.place] = { price: step.price, isThere: true };
      const body = { price: String(step.price) };
      const route = `PUT products/${ids[step.place]}/price`;
      return { next: items, send: () => by.get(route, { body }) };
    }
    case 'percent': {
      const body = { percentage: String(step.percentage), category_id: categoryId };
      const factor = 1 + step.percentage / 100;
      const next = items.map((one) =>
        one.isThere ? { ...one, price: (one.price ?? 0) * factor } : one,
      );
      const key = randomUUID();
      return { next, send: () => by.get('POST base-prices', { key, body }) };
    }
    case 'import': {
      for (const [place, price] of step.prices) items[place] = { price, isThere: true };
      return { next: items, send: () => imported(step.prices, at) };
    }
    case 'back': {
      if (model.entries.length === 0) return { next: items, send: () => Promise.resolve() };
      const of = step.of % model.entries.length;
      const send = async () => {
        const { status } = await by.ask(`POST audit/${model.entries[of]!.id}/take-back`, {
          body: {},
        });
        if (status !== 200) throw new Error(`a taking back is answered ${status}`);
      };
      return { next: model.without(of), send };
    }
  }
}

/** Imports a file in which nothing but prices differs, as the model has nothing else. */
async function imported(
  prices: readonly (readonly [place: number, price: number])[],
  { ids, categoryId }: At,
): Promise<void> {
  const file = join(folder, `${randomUUID()}.json`);
  const [category] = await shop.db.query(
    'SELECT id, parent_id, name, image, position FROM categories WHERE id = $1',
    [categoryId],
  );
  const rows = await shop.db.query<{ id: number }>(
    'SELECT id, name, image, position, available, product_type, qty_values, fields FROM products WHERE id = ANY ($1)',
    [ids],
  );
  const products = prices.map(([at, price]) => ({
    ...{ id: ids[at], name: `Product ${at}`, image: null, position: at, available: true },
    ...{ product_type: 'package', qty_values: null, fields: [] },
    ...rows.find(({ id }) => id === ids[at]),
    ...{ category_id: categoryId, price: String(price) },
  }));
  await writeFile(file, JSON.stringify({ categories: [category], products }));
  const options = { dryRun: false, hideMissing: false, demo: false };
  await shop
    .service(AuditService)
    .during('operator', { name: 'catalog import', details: {} }, () =>
      shop.service(CatalogImportService).importFile(file, options),
    );
}

/** The newest entry of the audit that the record of changes names; 0 if there is none. */
async function lastRecorded(): Promise<number> {
  const [row] = await shop.db.query<{ id: number | null }>(
    'SELECT max(entry_id)::integer AS id FROM item_changes',
  );
  return row?.id ?? 0;
}
