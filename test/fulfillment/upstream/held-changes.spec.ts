import { newSecretKey } from '../../../src/common/secret-box.js';
import { ProductCosts } from '../../../src/fulfillment/costs/product-costs.service.js';
import { SupplierWatch } from '../../../src/fulfillment/upstream/supplier-watch.js';
import { endOwnRounds } from '../../notifications/notifying.js';
import { souk, soukJson } from '../../support/command-line.js';
import { operatorBrowser } from '../../support/console-operator.js';
import { ListedSupplier } from '../../support/listed-supplier.js';
import { readInThisProcess } from '../../support/reading-in-this-process.js';
import { ScriptedShop } from '../../support/scripted-shop.js';
import { TestOperator } from '../../support/test-operator.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';

let shop: TestShop;
let supplier: ScriptedShop;
let acme: ListedSupplier;
let owner: TestOperator;
let tests = 0;

beforeAll(async () => {
  // A shop of its own: suppliers need a secret key, and a look syncs all that are due.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  await endOwnRounds(shop);
  owner = await TestOperator.of(shop, 'owner');
  supplier = await ScriptedShop.start();
});
afterAll(() => Promise.all([shop.close(), supplier.close()]));
beforeEach(async () => {
  readInThisProcess();
  acme = await ListedSupplier.add(shop, supplier, `acme-${++tests}`);
  await acme.sync();
});
afterEach(() => shop.db.query('DELETE FROM suppliers'));
afterEach(() => vi.restoreAllMocks());

/** The sync of a night. */
async function nightly(): Promise<void> {
  await shop.db.query(
    "UPDATE suppliers SET sync_minutes = 5, synced_at = now() - interval '6 minutes'",
  );
  await shop.service(SupplierWatch).run();
}

const held = async () => {
  const { items } = await owner.get<{ items: { name: string; held: object | null }[] }>(
    'GET suppliers',
  );
  return items.find(({ name }) => name === acme.name)?.held;
};
const costOf = async (theirs: number) =>
  (await shop.service(ProductCosts).get((await acme.ours(theirs)).id)).cost;

describe('a sync that nobody looks at', () => {
  it('holds back what is unusual, and applies the rest', async () => {
    acme.theirs.set(1, { price: '0.1' });
    acme.theirs.set(2, { price: '1.2' });
    acme.theirs.delete(3);
    acme.theirs.set(4, { price: '1', available: false });
    await nightly();

    expect(await acme.ours(1)).toMatchObject({ price: '1', available: true });
    expect(await costOf(1)).toBe('1');
    expect(await acme.ours(2)).toMatchObject({ price: '1.2' });
    expect(await acme.ours(3)).toMatchObject({ available: true });
    // What is listed, and cannot be had now, is usual.
    expect(await acme.ours(4)).toMatchObject({ available: false });
    expect(await held()).toMatchObject({ count: 2, price: 1, vanishes: 1, percent: 30 });
    const ada = await operatorBrowser(shop, 'owner', 'ada');
    const page = await ada.open(`/console/suppliers/${acme.name}`);
    expect(page.text).toMatch(/Held back by the last sync.*Unusual changes: 2/);
    expect((await ada.open('/console')).text).toContain('Unusual changes held back: 2');

    const refused = await souk(shop, 'catalog', 'import', '--from-shop', acme.name);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('accept exactly 2')]);
    const applied = await ada.send(page, 'import', { accept_unusual: '2' });
    expect(applied.text).toContain('The catalog was imported.');
    expect(await acme.ours(1)).toMatchObject({ price: '0.1' });
    expect(await costOf(1)).toBe('0.1');
    expect(await acme.ours(3)).toMatchObject({ available: false });
    expect(await held()).toBeNull();
  });

  it('holds a product back each night, until it is usual again or accepted', async () => {
    acme.theirs.set(1, { price: '10' });
    await nightly();
    await nightly();
    expect([(await acme.ours(1)).price, await held()]).toMatchObject(['1', { count: 1 }]);
    acme.theirs.set(1, { price: '1.1' });
    await nightly();
    expect([(await acme.ours(1)).price, await held()]).toEqual(['1.1', null]);
  });

  it('leaves one off that returns with an unusual price, until that is accepted', async () => {
    acme.theirs.set(1, { price: '1', available: false });
    await nightly();
    acme.theirs.set(1, { price: '10' });
    await nightly();
    await nightly();
    expect(await acme.ours(1)).toMatchObject({ price: '1', available: false });
    const words = ['catalog', 'import', '--from-shop', acme.name, '--accept-unusual', '1'];
    expect(await soukJson(shop, ...words)).toMatchObject({ updated: 1, returned: 1 });
    expect(await acme.ours(1)).toMatchObject({ price: '10', available: true });
  });

  it('compares with costs that others have set, not with those that it sets anew', async () => {
    const [{ id: first }, { id: second }] = [await acme.ours(1), await acme.ours(2)];
    await shop.service(ProductCosts).set(first, '0.95');
    acme.theirs.set(1, { price: '0.9' });
    acme.theirs.set(2, { price: '0.9' });
    await nightly();
    expect(await held()).toMatchObject({ count: 1, below_cost: 1, first: [{ id: first }] });
    expect([(await acme.ours(1)).price, (await acme.ours(2)).price]).toEqual(['1', '0.9']);
    expect(second).not.toBe(first);
  });
});

it('an import by the API is refused without the number, and the supplier has no fault then', async () => {
  acme.theirs.set(1, { price: '0.1' });
  const ask = (body: object) => owner.ask(`POST suppliers/${acme.name}/import`, { body });
  const { json } = await ask({ dry_run: true });
  expect(json).toMatchObject({ unusual: { count: 1, price: 1 } });
  expect((await ask({})).status).toBe(409);
  expect((await ask({ accept_unusual: 2 })).status).toBe(409);
  const { items } = await owner.get<{ items: { sync_error: string }[] }>('GET suppliers');
  expect(items.map((one) => one.sync_error)).toEqual(['']);
  expect((await ask({ accept_unusual: 1 })).status).toBe(200);
  expect((await acme.ours(1)).price).toBe('0.1');
});
