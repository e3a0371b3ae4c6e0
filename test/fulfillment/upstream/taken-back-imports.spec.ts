import { ProductCosts } from '../../../src/fulfillment/costs/product-costs.service.js';
import { SupplierCatalogService } from '../../../src/fulfillment/upstream/listing/supplier-catalog.service.js';
import { soukJson } from '../../support/command-line.js';
import { ListedSupplier } from '../../support/listed-supplier.js';
import { readInThisProcess } from '../../support/reading-in-this-process.js';
import { ScriptedShop } from '../../support/scripted-shop.js';
import type { TestShop } from '../../support/test-shop.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let scripted: ScriptedShop;
let acme: ListedSupplier;

beforeAll(async () => {
  shop = await workerShop();
  scripted = await ScriptedShop.start();
});
beforeEach(async () => {
  readInThisProcess();
  acme = await ListedSupplier.add(shop, scripted, fresh('taken'));
});
afterEach(() => vi.restoreAllMocks());
afterEach(() => shop.db.query('DELETE FROM suppliers WHERE name = $1', [acme.name]));
afterAll(() => scripted.close());

const imported = (...options: string[]) =>
  soukJson<{ created: number }>(
    shop,
    ...['catalog', 'import', '--from-shop', acme.name, ...options],
  );

/** Takes the newest change of a thing back. */
async function takeBack(target: string): Promise<object> {
  const list = ['audit', 'list', '--target', target, '--limit', '1'];
  const [entry] = await soukJson<{ id: string }[]>(shop, ...list);
  return soukJson(shop, 'audit', 'take-back', String(entry?.id));
}

interface Listing {
  readonly name: string;
  readonly markup: string;
  readonly low_balance: string | null;
  readonly into_category: number | null;
  readonly sync_minutes: number | null;
}
async function listing(): Promise<Listing | undefined> {
  const all = await soukJson<Listing[]>(shop, 'supplier', 'list');
  return all.find(({ name }) => name === acme.name);
}

it('a mark-up goes back with the prices that it has made', async () => {
  await imported('--markup', '10');
  await imported('--markup', '1');
  expect((await acme.ours(1)).price).toBe('1.01');
  expect(await takeBack(`supplier ${acme.name}`)).toMatchObject({
    ...{ back: 11, left: 0, settings: ['markup'], left_settings: [] },
  });
  expect([(await acme.ours(1)).price, (await listing())?.markup]).toEqual(['1.1', '10']);
  expect(await takeBack(`supplier ${acme.name}`)).toMatchObject({ settings: ['markup'] });
  expect(await listing()).toMatchObject({ markup: '1' });
});

it('what an import has listed is listed anew after it was taken back', async () => {
  await imported();
  await takeBack(`supplier ${acme.name}`);
  expect(await acme.listed()).toEqual(new Map());
  expect(await imported()).toMatchObject({ created: 10 });
  expect(await acme.listed()).toHaveProperty('size', 10);
});

/** As the shop does by itself every so many minutes. */
const syncedByItself = () =>
  shop
    .service(SupplierCatalogService)
    .sync(acme.name, { dryRun: false, force: false, holdsUnusual: true });

it('what was taken back is not listed again by a sync that nobody looks at', async () => {
  await imported();
  await takeBack(`supplier ${acme.name}`);
  expect(await syncedByItself()).toMatchObject({ created: 0 });
  expect(await acme.listed()).toEqual(new Map());
});

it('what was taken back, which was taken back, follows its supplier again', async () => {
  await imported();
  const { id } = await acme.ours(1);
  await takeBack(`supplier ${acme.name}`);
  await takeBack(`product ${id}`);
  acme.theirs.set(1, { price: '1.1' });
  expect(await imported()).toMatchObject({ created: 0, updated: 1 });
  expect(await acme.ours(1)).toMatchObject({ id, price: '1.1' });
});

it('a picture that was fetched since does not keep what was listed', async () => {
  await imported();
  const { id } = await acme.ours(1);
  await shop.db.query('UPDATE products SET image = $2 WHERE id = $1', [
    id,
    `/images/${'0'.repeat(32)}`,
  ]);
  expect(await takeBack(`supplier ${acme.name}`)).toMatchObject({ left: 0 });
  expect(await acme.listed()).toEqual(new Map());
});

it('what is on sale again without its supplier is switched off by the next import', async () => {
  await imported();
  acme.theirs.delete(1);
  await imported('--accept-unusual', '1');
  await takeBack(`supplier ${acme.name}`);
  expect(await acme.ours(1)).toMatchObject({ available: true });
  expect(await imported('--accept-unusual', '1')).toMatchObject({ gone: 1 });
});

it('what a supplier has no longer comes back by itself, though its price was raised and taken back', async () => {
  const categoryId = await shop.category();
  await imported('--into', String(categoryId));
  acme.theirs.delete(1);
  await imported('--accept-unusual', '1');
  const { id } = await acme.ours(1);
  await soukJson(shop, 'price', 'base', '--category', String(categoryId), '--percent', '5');
  await takeBack(`product ${id}`);
  acme.theirs.set(1, { price: '1' });
  expect(await imported()).toMatchObject({ returned: 1 });
});

it('picks stay together where one of both was changed since', async () => {
  const pick = (products: string) =>
    soukJson(
      shop,
      ...['supplier', 'sync', acme.name, '--picked-categories', 'none'],
      ...['--picked-products', products],
    );
  await pick('1');
  const list = ['audit', 'list', '--target', `supplier ${acme.name}`, '--limit', '1'];
  const [first] = await soukJson<{ id: string }[]>(shop, ...list);
  await pick('1,2');
  expect(await soukJson(shop, 'audit', 'take-back', String(first?.id))).toMatchObject({
    ...{ back: 0, left: 2, left_settings: ['picked_categories', 'picked_products'] },
  });
});

it('settings that were empty are empty again', async () => {
  await soukJson(shop, 'supplier', 'set', acme.name, '--low-balance', '5');
  expect(await takeBack(`supplier ${acme.name}`)).toMatchObject({ settings: ['low_balance'] });
  const categoryId = String(await shop.category());
  await soukJson(shop, 'supplier', 'sync', acme.name, '--every', '600', '--into', categoryId);
  await takeBack(`supplier ${acme.name}`);
  const empty = { low_balance: null, into_category: null, sync_minutes: null };
  expect(await listing()).toMatchObject(empty);
});

it('a cost of its supplier that was set by hand follows the supplier again', async () => {
  await imported();
  const { id } = await acme.ours(1);
  await soukJson(shop, 'cost', 'set', String(id), '0.8');
  await takeBack(`product ${id}`);
  acme.theirs.set(1, { price: '1.1' });
  await imported();
  expect(await shop.service(ProductCosts).get(id)).toMatchObject({
    ...{ cost: '1.1', source: 'supplier' },
  });
});
