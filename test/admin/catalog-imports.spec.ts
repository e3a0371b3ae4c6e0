import { randomUUID } from 'node:crypto';
import { ImportRetention } from '../../src/catalog/import/uploaded/import-retention.js';
import { ImportWork } from '../../src/catalog/import/uploaded/import-work.js';
import { TestOperator, type AdminAsk } from '../support/test-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

interface Import {
  readonly id: string;
  readonly state: string;
  readonly fault: string | null;
  readonly rows_total: number | null;
  readonly difference: {
    readonly id: string;
    readonly prices_only: boolean;
    readonly products: Readonly<Record<string, number>>;
    readonly categories: Readonly<Record<string, number>>;
  } | null;
}

interface Changes {
  readonly items: readonly { item: string; id: number; change: string; values: object[] }[];
  readonly next: string | null;
}

const CSV = 'id,category,name,price\n7001,Games,60 UC,0.89\n7002,Games,325 UC,4.5\n';

let shop: TestShop;
let owner: TestOperator;

beforeAll(async () => {
  // A shop of its own: an import is compared with the whole catalog, which each case has for itself.
  shop = await startTestShop();
  owner = await TestOperator.of(shop, 'owner');
});
afterAll(() => shop.close());
beforeEach(() =>
  shop.db.query('DELETE FROM catalog_imports; DELETE FROM products; DELETE FROM categories'),
);

const file = (body: string, type = 'text/csv'): AdminAsk => ({
  body,
  headers: { 'Content-Type': type },
});
const upload = (body: string, query = '', by = owner) =>
  by.get<Import>(`POST catalog-imports?${query}`, file(body));

/** The import, when it is neither read nor compared any more. */
const settled = ({ id }: Import, by = owner): Promise<Import> =>
  until(async () => {
    const found = await by.get<Import>(`GET catalog-imports/${id}`);
    return ['reading', 'comparing'].includes(found.state) ? undefined : found;
  });
const compared = async (body: string, query = ''): Promise<Import> =>
  settled(await upload(body, query));

const apply = (
  { id, difference }: Import,
  by = owner,
  key: string = randomUUID(),
  accept_unusual?: number,
) => {
  const body = { difference: difference?.id, accept_unusual };
  return by.ask(`POST catalog-imports/${id}/apply`, { body, key });
};
const prices = () =>
  shop.db.query<{ id: number; price: string }>(
    'SELECT id, trim_scale(price)::text AS price FROM products ORDER BY id',
  );

/** What the import of `CSV` would make. */
async function listProducts(): Promise<void> {
  const categoryId = await shop.category({ name: 'Games' });
  await shop.product({ id: 7001, categoryId, name: '60 UC', price: '0.89' });
  await shop.product({ id: 7002, categoryId, name: '325 UC', price: '4.5' });
}

describe('an uploaded catalog', () => {
  it('is compared, shown in pages and in counts, and applied as it was shown', async () => {
    await apply(await compared(CSV));
    const second = await compared(
      CSV.replace('0.89', '0.95').replace('7002', '7003'),
      'hide_missing=true',
    );

    expect(second).toMatchObject({
      state: 'ready',
      rows_total: 3,
      difference: {
        prices_only: false,
        categories: { created: 0, unchanged: 1 },
        products: { created: 1, updated: 1, hidden: 1, unchanged: 0 },
      },
    });
    const changes: Changes['items'][number][] = [];
    let cursor = '';
    for (;;) {
      const page = await owner.get<Changes>(
        `GET catalog-imports/${second.id}/changes?limit=1${cursor}`,
      );
      changes.push(...page.items);
      if (page.next === null) break;
      cursor = `&cursor=${page.next}`;
    }
    const { text: csv } = await owner.ask(`GET catalog-imports/${second.id}/changes?format=csv`);
    expect(csv.split('\r\n').slice(0, -1)).toHaveLength(changes.length + 1);
    expect(csv).toMatch(/^item,id,name,change,values,reordered,unusual\r\n/);
    expect(changes).toMatchObject([
      { id: 7001, change: 'updated', values: [{ field: 'price', before: '0.89', after: '0.95' }] },
      { id: 7002, change: 'hidden', values: [] },
      { id: 7003, change: 'created' },
    ]);
    expect((await prices()).map(({ price }) => price)).toEqual(['0.89', '4.5']);

    expect(await apply(second)).toMatchObject({ status: 409 });
    expect(await apply(second, owner, randomUUID(), 1)).toMatchObject({ status: 200 });
    expect(await prices()).toEqual([
      { id: 7001, price: '0.95' },
      { id: 7002, price: '4.5' },
      { id: 7003, price: '4.5' },
    ]);
    expect((await apply(second)).status).toBe(409);
  });

  it('tells apart which products get their fields in another order', async () => {
    const rows = (first: string) =>
      `id,category,name,price,params\n7001,Games,A,1,${first}\n7002,Games,B,1,a|b\n`;
    await apply(await compared(rows('a|b')));
    const turned = await compared(rows('b|a').replace('B,1', 'B,1.2'));
    expect(turned.difference?.products).toMatchObject({ updated: 2, reordered: 1 });
    const { items } = await owner.get<Changes>(`GET catalog-imports/${turned.id}/changes`);
    expect(items).toMatchObject([
      { id: 7001, reordered: true },
      { id: 7002, reordered: false },
    ]);
    expect((await apply(turned)).status).toBe(200);
  });

  it('is applied once under its key, by many callers', async () => {
    const one = await compared(CSV);
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => apply(one, owner, key)));
    const decided = answers.filter(({ status }) => status === 200);
    expect(decided.length).toBeGreaterThan(0);
    for (const { text } of decided) expect(text).toBe(decided[0]?.text);
    expect(await apply(one, owner, key)).toMatchObject({ status: 200, text: decided[0]?.text });
    expect(await prices()).toHaveLength(2);
  });

  it('is not applied after the catalog has changed so that another difference would be', async () => {
    await listProducts();
    const dearer = await compared(CSV.replace('0.89', '0.95'));
    await shop.db.query('UPDATE products SET price = 0.9 WHERE id = 7001');

    expect((await apply(dearer)).status).toBe(409);
    expect((await prices())[0]?.price).toBe('0.9');
    const again = await settled(await owner.get(`POST catalog-imports/${dearer.id}/compare`));
    expect(again.difference?.id).not.toBe(dearer.difference?.id);
    expect((await apply(dearer)).status).toBe(409);
    expect((await apply(again)).status).toBe(200);
    expect((await prices())[0]?.price).toBe('0.95');
  });

  it('is applied although something else has changed', async () => {
    await listProducts();
    const dearer = await compared(CSV.replace('0.89', '0.95'));
    await shop.product({ price: '3' });
    expect((await apply(dearer)).status).toBe(200);
  });

  it('may be a price list, which changes prices alone', async () => {
    await listProducts();
    const list = await compared('id,price\n7001,0.7\n7002,4.50\n');
    expect(list.difference).toMatchObject({
      prices_only: true,
      products: { updated: 1, unchanged: 1 },
    });
    expect(
      (await owner.get<Changes>(`GET catalog-imports/${list.id}/changes`)).items,
    ).toMatchObject([
      { id: 7001, change: 'updated', values: [{ field: 'price', before: '0.89', after: '0.7' }] },
    ]);
    await apply(list);
    expect((await prices())[0]?.price).toBe('0.7');
  });

  it('is not applied to a product that has been deleted meanwhile, and says why', async () => {
    await listProducts();
    const list = await compared('id,price\n7001,0.7\n');
    await shop.db.query('UPDATE products SET deleted_at = now() WHERE id = 7001');
    expect((await apply(list)).status).toBe(409);
    expect(await owner.get(`GET catalog-imports/${list.id}`)).toMatchObject({
      state: 'ready',
      apply_fault: expect.stringMatching(/^The catalog has changed meanwhile/) as unknown,
    });
  });

  it('that is none is refused with the reason', async () => {
    const wrong = await compared('id,category,name,price\n7001,Games,60 UC,cheap\n');
    expect(wrong).toMatchObject({ state: 'refused', difference: null });
    expect(wrong.fault).toMatch(/^The file cannot be imported.*cheap/);
    expect((await owner.ask(`GET catalog-imports/${wrong.id}/changes`)).status).toBe(409);
    expect((await owner.ask(`POST catalog-imports/${wrong.id}/compare`)).status).toBe(409);
    expect((await compared('id,price\n999999,1\n')).fault).toMatch(/there is no such product/);
  });

  it('that was interrupted is compared again, or uploaded again', async () => {
    const { id } = await compared(CSV);
    const interrupt = (state: string, kind: string) =>
      shop.db
        .query(`UPDATE catalog_imports SET state = '${state}', kind = ${kind}, difference = NULL,
        digest = NULL, active_at = now() - interval '2 minutes' WHERE id = '${id}'`);
    await interrupt('reading', 'NULL');
    expect(await owner.get(`GET catalog-imports/${id}`)).toMatchObject({ state: 'interrupted' });
    expect((await owner.ask(`POST catalog-imports/${id}/compare`)).status).toBe(409);
    await interrupt('comparing', "'catalog by name'");
    expect(await settled(await owner.get(`POST catalog-imports/${id}/compare`))).toMatchObject({
      state: 'ready',
    });
  });

  it('is compared again without keeping the changes of before', async () => {
    const one = await compared(CSV);
    const kept = () =>
      shop.db.query(`SELECT DISTINCT comparison FROM catalog_import_changes
        WHERE import_id = '${one.id}' ORDER BY comparison`);
    expect(await kept()).toEqual([{ comparison: 1 }]);
    await settled(await owner.get(`POST catalog-imports/${one.id}/compare`));
    await until(async () => (await kept()).length === 1);
    expect(await kept()).toEqual([{ comparison: 2 }]);
  });

  it('waits behind others without looking interrupted; more than wait are refused with 429', async () => {
    const one = await compared(CSV);
    const held = Promise.withResolvers<undefined>();
    const work = shop.service(ImportWork);
    work.begin(() => held.promise);
    try {
      const waiting = await upload(CSV);
      await shop.db.query(
        `UPDATE catalog_imports SET active_at = now() - interval '2 minutes' WHERE id = '${waiting.id}'`,
      );
      await until(
        async () =>
          (await owner.get<Import>(`GET catalog-imports/${waiting.id}`)).state === 'reading',
      );
      while (!work.isFull) work.begin(() => Promise.resolve());
      const { status } = await owner.ask(`POST catalog-imports/${one.id}/compare`);
      expect([status, (await owner.ask('POST catalog-imports', file(CSV))).status]).toEqual([
        429, 429,
      ]);
      held.resolve(undefined);
      expect(await settled(waiting)).toMatchObject({ state: 'ready' });
    } finally {
      held.resolve(undefined);
    }
  });

  it('is forgotten after a day, or when it is deleted, with all of its rows', async () => {
    const [old, gone] = [await compared(CSV), await compared(CSV)];
    await owner.get(`DELETE catalog-imports/${gone.id}`);
    await shop.db.query(
      `UPDATE catalog_imports SET created_at = now() - interval '25 hours' WHERE id = '${old.id}'`,
    );
    for (const { id } of [old, gone]) {
      expect((await owner.ask(`GET catalog-imports/${id}`)).status).toBe(404);
      expect((await owner.ask(`DELETE catalog-imports/${id}`)).status).toBe(404);
    }
    expect((await apply(old)).status).toBe(404);
    await shop.service(ImportRetention).run();
    for (const table of ['catalog_imports', 'catalog_import_rows', 'catalog_import_changes']) {
      expect([table, await shop.db.query(`SELECT FROM ${table}`)]).toEqual([table, []]);
    }
  });
});

describe('an upload is refused', () => {
  it.each([
    ['text/html', 415],
    ['multipart/form-data', 415],
    ['text/csv; charset=utf-8', 201],
    ['application/octet-stream', 201],
  ])('or taken as %s: %i', async (type, status) => {
    expect((await owner.ask('POST catalog-imports', file(CSV, type))).status).toBe(status);
  });

  it('when 20 are kept', async () => {
    await shop.db.query(`INSERT INTO catalog_imports (id, name, bytes, hide_missing, created_by)
      SELECT gen_random_uuid(), 'x', 1, false, 'operator:ada' FROM generate_series(1, 20)`);
    expect((await owner.ask('POST catalog-imports', file(CSV))).status).toBe(409);
  });

  it.each(['separator=x', 'hide_missing=1', 'name=', 'x=1'])('for %s', async (query) => {
    expect((await owner.ask(`POST catalog-imports?${query}`, file(CSV))).status).toBe(422);
  });
});

describe('an export', () => {
  it.each(['json', 'csv'])('as %s is what an import reads: nothing differs', async (format) => {
    const parentId = await shop.category({ name: 'Games' });
    const category = await shop.category({ name: '=PUBG, "Mobile"', parentId });
    await shop.db.query(
      `INSERT INTO products (id, category_id, name, price, product_type, position)
       SELECT 8000 + n, $1, n || ' UC', ('0.' || n + 1)::numeric, 'package', n
       FROM generate_series(0, 1499) AS n`,
      [category],
    );
    await shop.db.query(`UPDATE products SET available = false, image = '/x.png',
      qty_values = '{"min":"1","max":"5"}' WHERE id = 8001`);
    const { text, headers } = await owner.ask(`GET catalog-export?format=${format}`);

    expect(headers['content-type']).toMatch(format);
    expect(text).toContain('9499');
    const asked = file(text, format === 'json' ? 'application/json' : 'text/csv');
    const again = await settled(await owner.get('POST catalog-imports', asked));
    expect(again.difference?.products).toEqual({
      ...{ created: 0, updated: 0, unchanged: 1_500, hidden: 0, shown: 0, reordered: 0 },
    });
  });

  it('holds neither deleted nor testing items', async () => {
    const testing = await shop.category({ testingOnly: true });
    await shop.product({ categoryId: testing });
    const gone = await shop.product();
    await shop.db.query('UPDATE products SET deleted_at = now() WHERE id = $1', [gone]);
    const file = await owner.get<{ products: object[] }>('GET catalog-export');
    expect(file.products).toEqual([]);
  });
});
