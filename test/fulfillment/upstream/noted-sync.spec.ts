import { SupplierWatch } from '../../../src/fulfillment/upstream/supplier-watch.js';
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
  acme = await ListedSupplier.add(shop, scripted, fresh('noted'));
});
afterAll(async () => {
  await shop.db.query('DELETE FROM suppliers WHERE name = $1', [acme.name]);
  await scripted.close();
});
afterEach(() => vi.restoreAllMocks());

/** Has the watch sync, as it does when it is time. */
async function synced(): Promise<void> {
  readInThisProcess();
  await shop.db.query(
    "UPDATE suppliers SET synced_at = now() - interval '6 minutes' WHERE name = $1",
    [acme.name],
  );
  await shop.service(SupplierWatch).run();
}

it('an automatic sync has one entry in the audit if it changes something, which can be taken back', async () => {
  await soukJson(shop, 'supplier', 'sync', acme.name, '--every', '5', '--markup', '10');
  await synced();
  acme.theirs.set(1, { price: '1.2' });
  await synced();
  const { id, price } = await acme.ours(1);
  expect(price).toBe('1.32');
  const history = () =>
    soukJson<{ id: string }[]>(shop, 'audit', 'list', '--target', `product ${id}`);
  const [raised, made, ...others] = await history();
  const sync = { actor: 'sync', action: 'catalog import', door: 'sync', outcome: 'done' };
  expect([raised, made, others]).toMatchObject([
    { ...sync, details: { supplier: acme.name }, changed: [{ column: 'price' }] },
    { ...sync, changed: [{ column: 'name' }, { column: 'price' }] },
    [],
  ]);
  const supplied = await soukJson(shop, 'audit', 'list', '--target', `supplier ${acme.name}`);
  expect(supplied).toMatchObject([
    { id: raised?.id },
    { id: made?.id },
    { action: 'supplier sync' },
  ]);

  await synced();
  expect(await history()).toHaveLength(2);
  const taken = await soukJson(shop, 'audit', 'take-back', String(raised?.id));
  expect(taken).toMatchObject({ applied: true, back: 1, left: 0 });
  expect((await acme.ours(1)).price).toBe('1.1');
  const all = await soukJson(shop, 'audit', 'take-back', String(made?.id));
  expect(all).toMatchObject({ left: 0 });
  expect(await acme.listed()).toEqual(new Map());
});
