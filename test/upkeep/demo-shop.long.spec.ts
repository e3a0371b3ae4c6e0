import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DemoShopService, FIRST_ORDER } from '../../src/upkeep/demo-shop.service.js';
import { souk } from '../support/command-line.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

interface CatalogBody {
  categories_count: number;
  products_count: number;
  products: { product_type: string; qty_values: unknown; params: string[] }[];
}

describe('the demo shop of the first start', () => {
  let shop: TestShop;
  let folder: string;
  let token: string;
  const get = (path: string) => shop.request(`/client/api/${path}`, { token });

  beforeEach(async () => {
    // A shop of its own: a demo shop has fixed ids, and needs an empty catalog.
    shop = await startTestShop();
    folder = await mkdtemp(join(tmpdir(), 'souk-demo-'));
    token = await shop.service(DemoShopService).create();
  });

  afterEach(async () => {
    await shop.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('shows a whole shop with every kind of product and takes a first order', async () => {
    const { json, text } = await get('catalog');
    const catalog = json as CatalogBody;
    expect(catalog.categories_count).toBeGreaterThanOrEqual(60);
    expect(catalog.products_count).toBeGreaterThanOrEqual(600);
    const kinds = catalog.products.map(
      ({ product_type: type, qty_values: values }) =>
        `${type} ${Array.isArray(values) ? 'list' : values === null ? 'null' : 'range'}`,
    );
    expect([...new Set(kinds)].sort()).toEqual([
      'amount null',
      'amount range',
      'package null',
      'package range',
      'specificPackage list',
    ]);
    expect(text).toContain('"price":0.000061,');
    expect(text).toContain('"price":500,');
    expect((await get('profile')).json).toMatchObject({ balance: '100' });
    const order = await get(`newOrder/${FIRST_ORDER.productId}/params?order_uuid=${randomUUID()}`);
    expect(order.status).toBe(200);
    expect(await shop.service(DemoShopService).isNewShop()).toBe(false);
  });

  it('goes away with its access and frees its ids, but not what has become real', async () => {
    await shop.db.query('UPDATE products SET demo = false WHERE id = 1001');
    expect((await souk(shop, 'demo', 'remove')).code).toBe(0);
    expect((await get('profile')).json).toMatchObject({ code: 121 });
    const left = await shop.db.query<{ id: number }>('SELECT id FROM products');
    expect(left).toEqual([{ id: 1001 }]);
    const { err } = await souk(shop, 'demo', 'remove');
    expect(err).toBe('There is no demo shop.\n');
  });

  it('survives an import that fails, and makes place for one that does not', async () => {
    const [good, bad] = [join(folder, 'good.csv'), join(folder, 'bad.csv')];
    await writeFile(good, 'id,category,name,price\n1001,Cards,Card,1\n');
    await writeFile(bad, 'id,category,name,price\n1001,Cards,Card,one\n');
    const refused = await souk(shop, 'catalog', 'import', bad, '--replace-demo');
    expect(refused.code).toBe(1);
    expect((await get('profile')).status).toBe(200);
    const hint = await souk(shop, 'catalog', 'import', good);
    expect(hint.err).toContain('souk demo remove');
    await souk(shop, 'catalog', 'import', good, '--replace-demo');
    const names = await shop.db.query<{ name: string }>('SELECT name FROM products');
    expect(names).toEqual([{ name: 'Card' }]);
  });
});
