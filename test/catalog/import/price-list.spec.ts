import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoShopService, FIRST_ORDER } from '../../../src/upkeep/demo-shop.service.js';
import { souk, soukJson } from '../../support/command-line.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';

const NOTHING = { created: 0, updated: 0, unchanged: 0, hidden: 0, shown: 0 };

describe('the import of a CSV of id,price', () => {
  let shop: TestShop;
  let folder: string;
  let file: string;
  const run = (...words: string[]) => souk(shop, 'catalog', 'import', file, ...words);

  beforeAll(async () => {
    // A shop of its own: every row of the catalog is compared, and the demo shop is created.
    shop = await startTestShop();
    folder = await mkdtemp(join(tmpdir(), 'souk-prices-'));
    file = join(folder, 'prices.csv');
  });
  afterAll(async () => {
    await shop.close();
    await rm(folder, { recursive: true });
  });

  const write = (...lines: string[]) => writeFile(file, `${lines.join('\n')}\n`);

  /** Every column of the products but their prices, and every other row that an import may touch. */
  async function othersThanPrices(): Promise<unknown[]> {
    const tables = ['categories', 'visibility_rules', 'price_rules'];
    return Promise.all([
      shop.db.query(`SELECT to_jsonb(product) - 'price' AS row FROM products product ORDER BY id`),
      ...tables.map((table) => shop.db.query(`SELECT item::text FROM ${table} item ORDER BY 1`)),
    ]);
  }

  const prices = () =>
    shop.db.query<{ id: number; price: string; version: string }>(
      'SELECT id, price::float::text AS price, xmin::text AS version FROM products ORDER BY id',
    );

  it('changes these prices, for the next order, and nothing else', async () => {
    const changed = await shop.product({
      name: '60 UC',
      price: '0.89',
      available: false,
      type: 'amount',
      quantityValues: { min: '1', max: '50' },
      fields: ['playerId'],
      fulfillment: [{ handler: 'manual', settings: {} }],
      image: '/images/coins.svg',
      position: 7,
    });
    const same = await shop.product({ price: '2.5' });
    const notNamed = await shop.product({ price: '3' });
    const { api } = await shop.account({ balance: '10' });
    const [items, before] = [await othersThanPrices(), await prices()];
    await write('id,price', `${changed},0.950`, `${same},2.50`);

    const dry = await run('--dry-run');
    expect(dry).toMatchObject({ code: 0, err: '' });
    expect(dry.out).toBe(
      `~ product ${changed} "60 UC": price 0.89 -> 0.95\n` +
        'products:   0 created, 1 updated, 1 unchanged, 0 hidden, 0 shown\n' +
        'Nothing was written; leave --dry-run out to import.\n',
    );
    expect(await prices()).toEqual(before);

    expect(await soukJson(shop, 'catalog', 'import', file)).toEqual({
      pricesOnly: true,
      categories: NOTHING,
      products: { ...NOTHING, updated: 1, unchanged: 1 },
      samples: [`~ product ${changed} "60 UC": price 0.89 -> 0.95`],
    });
    expect(await othersThanPrices()).toEqual(items);
    const rows = await prices();
    const own = rows.filter(({ id }) => [changed, same, notNamed].includes(id));
    expect(own.map(({ id, price }) => [id, price])).toEqual([
      [changed, '0.95'],
      [same, '2.5'],
      [notNamed, '3'],
    ]);
    // The rows of the others are not even written.
    const others = (all: typeof rows) => all.filter(({ id }) => id !== changed);
    expect(others(rows)).toEqual(others(before));

    await write('Price;ID', `2.75;${same}`);
    expect((await run('--separator', ';')).out).toContain('The prices are changed.');
    const order = await api(`/client/api/newOrder/${same}/params?order_uuid=${randomUUID()}`);
    expect(order.json).toMatchObject({ data: { price: 2.75 } });
  });

  it('names each wrong row, and changes nothing', async () => {
    const [product, deleted] = [await shop.product(), await shop.product()];
    await shop.db.query('UPDATE products SET deleted_at = now() WHERE id = $1', [deleted]);
    const before = await prices();

    await write('id,price', `${product},5`, '999999,1', '', `${deleted},1`, '999998,1');
    const unknown = await run();
    expect([unknown.code, unknown.err]).toEqual([
      1,
      `${file} cannot be imported, nothing was changed: ` +
        'row 3 (product 999999): there is no such product; ' +
        `row 5 (product ${deleted}): there is no such product; ` +
        'row 6 (product 999998): there is no such product.\n',
    ]);
    expect((await run('--dry-run')).err).toBe(unknown.err);

    await write('id,price', `${product},5`, `${product},6`, 'x,1', '999999,1e3');
    const wrong = await run();
    expect([wrong.code, wrong.err]).toEqual([
      1,
      `${file} cannot be imported, nothing was changed: ` +
        `row 3 (product ${product}): this id stands twice; ` +
        'row 4 (product x): id "x" is no whole number from 1 to 2147483647; ' +
        'row 5 (product 999999): price "1e3" is no decimal.\n',
    ]);
    expect(await prices()).toEqual(before);
  });

  it('hides nothing, so --hide-missing is refused', async () => {
    const product = await shop.product();
    const [others, before] = [await othersThanPrices(), await prices()];
    await write('id,price', `${product},5`);
    for (const words of [['--hide-missing'], ['--hide-missing', '--dry-run']]) {
      const { code, err } = await run(...words);
      expect([code, err]).toEqual([1, `${file} changes prices alone; leave out --hide-missing.\n`]);
    }
    expect(await prices()).toEqual(before);
    expect(await othersThanPrices()).toEqual(others);
  });

  it('leaves an audit entry, a dry run none', async () => {
    const product = await shop.product({ price: '5' });
    await write('id,price', `${product},6`);
    const entries = () =>
      shop.db.query('SELECT action, outcome, details FROM audit_entries ORDER BY id');
    const before = await entries();
    await run('--dry-run');
    expect(await entries()).toEqual(before);
    await run();
    expect((await entries()).slice(before.length)).toEqual([
      { action: 'catalog import', outcome: 'done', details: { file } },
    ]);
  });

  it('changes prices of the demo shop, which stays', async () => {
    await shop.service(DemoShopService).create();
    const id = FIRST_ORDER.productId;
    await write('id,price', `${id},1.1`);

    const refused = await run('--replace-demo');
    expect([refused.code, refused.err]).toEqual([
      1,
      `${file} changes prices alone; leave out --replace-demo.\n`,
    ]);
    expect(await run()).toMatchObject({ code: 0, err: '' });
    const rows = await shop.db.query(
      'SELECT price::float AS price, demo, deleted_at FROM products WHERE id = $1',
      [id],
    );
    expect(rows).toEqual([{ price: 1.1, demo: true, deleted_at: null }]);
  });
});
