import { SupplierCatalogService } from '../../../src/fulfillment/upstream/listing/supplier-catalog.service.js';
import { SupplierService } from '../../../src/fulfillment/upstream/supplier/supplier.service.js';
import { SupplierClient } from '../../../src/fulfillment/upstream/supplier/supplier.client.js';
import { SsrfGuard } from '../../../src/outgoing/ssrf-guard.js';
import { drippingCatalog } from '../../support/hostile-catalogs.js';
import type { ListedSupplier } from '../../support/listed-supplier.js';
import type { ScriptedShop } from '../../support/scripted-shop.js';
import type { TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';
import { HostileSupplier } from './hostile-sync.js';

let shop: TestShop;
let hostile: HostileSupplier;
let supplier: ScriptedShop;
let acme: ListedSupplier;

beforeAll(async () => {
  shop = await workerShop();
  hostile = await HostileSupplier.start(shop);
  ({ scripted: supplier, listed: acme } = hostile);
});
afterAll(() => supplier.close());

describe('a malicious catalog', () => {
  it.each([
    ['a number of a million digits', 'has a number of more than 100 digits'],
    ['a text of a million letters', 'has a text of more than 65,536 bytes'],
    ['lists in lists', 'is nested more than 32,768 levels deep'],
    [
      '15,000 categories in one another',
      'row 101 (category 101): the category stands more than 100 levels deep',
    ],
    [
      '15,000 categories, each the parent of the next',
      'row 101 (category 101): the category stands more than 100 levels deep',
    ],
  ] as const)(
    'is refused in one sentence, and others are answered meanwhile: %s',
    async (what, fault) => {
      await hostile.refuses(what, fault);
    },
  );

  it('is broken off when it takes too long', async () => {
    hostile.says(drippingCatalog);
    const guard = new SsrfGuard(() => Promise.resolve(true));
    const address = { baseUrl: supplier.url, token: 'secret', timeoutSeconds: 1 };
    const reading = new SupplierClient(guard).catalog(address, 'catalog', { timeoutMs: 1_000 });

    await expect(reading).rejects.toThrow('could not be read within 1 seconds');
  });

  it('is broken off when the server stops, and that is not held against the supplier', async () => {
    await shop.inTransaction((manager) =>
      shop.service(SupplierCatalogService).configure(manager, acme.name, {}),
    );
    hostile.says(drippingCatalog);
    await shop.db.query(`UPDATE suppliers SET sync_error = '' WHERE name = $1`, [acme.name]);
    const stop = new AbortController();
    const { signal } = stop;
    const sync = shop
      .service(SupplierCatalogService)
      .sync(acme.name, { dryRun: false, force: false, signal });
    const asked = supplier.calls.length;
    while (supplier.calls.length === asked) await shop.request('/client/api/ping');
    stop.abort(new Error('the server stops'));

    await expect(sync).rejects.toThrow('the server stops');
    expect((await shop.service(SupplierService).get(acme.name)).syncError).toBe('');
  });
});

describe('categories in one another', () => {
  const chain = (levels: number) => ({
    categories: Array.from({ length: levels }, (_, id) => id + 1).reduceRight<object[]>(
      (categories, id) => [{ id: 1_000 + id, name: `Level ${id}`, categories }],
      [],
    ),
    products: [...acme.theirs.keys()].map((id) => ({
      id,
      name: 'x',
      price: 1,
      category_id: 1_000 + levels,
      product_type: 'package',
    })),
  });

  it('may be a hundred, with the mark-up of the nearest', async () => {
    hostile.says(() => ({ status: 'OK', ...chain(100) }));
    const settings = { markup: '10', markupByCategory: new Map([[1_050, '50']]) };
    await acme.sync(settings);
    expect((await acme.ours(1)).price).toBe('1.5');
  });

  it('may be no more below another one', async () => {
    const intoCategory = await shop.category({ parentId: await shop.category() });
    hostile.says(() => ({ status: 'OK', ...chain(99) }));
    await expect(acme.sync({ intoCategory })).rejects.toThrow(
      'Its category 1099 would stand more than 100 levels deep.',
    );
  });
});

describe('other malicious answers', () => {
  it.each<[string, string]>([
    ['lists in lists', '['.repeat(1_000_000)],
    ['a long list', `[${'0,'.repeat(500_000)}0]`],
    ['a long number', `{"status":"OK","balance":${'1'.repeat(1_000_000)}}`],
    ['a long text', `{"status":"OK","balance":"${'1'.repeat(1_000_000)}"}`],
    ['a name that is no code', '{"status":"ERROR","message":{"toString":1},"code":[[["109"]]]}'],
    ['more than an answer may have', ' '.repeat(2_000_000)],
    ['a refusal with a balance', '{"status":"ERROR","balance":"5"}'],
  ])('give no balance, but one sentence: %s', async (_, body) => {
    await shop.db.query('UPDATE suppliers SET balance = NULL WHERE name = $1', [acme.name]);
    supplier.answer = () => body;
    const { balance, lastError } = await shop.service(SupplierService).probe(acme.name);
    expect(balance).toBeNull();
    expect(lastError).toMatch(/^(its profile says|the answer is too large)/);
  });
});
