import { soukJson, soukWith } from '../support/command-line.js';
import { testExtension, type TestExtension } from '../support/extensions.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { ExtensionRecords } from '../../src/upkeep/extensions/extension-records.service.js';
import { ShopExtensions } from '../../src/upkeep/extensions/shop-extensions.js';

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: its database says that a server needs extensions, so that others would not start.
  shop = await startTestShop();
});
beforeEach(async () => {
  await shop.db.query('TRUNCATE extensions');
  await started(testExtension());
});
afterAll(() => shop.close());

/** As a server with the extension does it. */
async function started(extension: TestExtension): Promise<void> {
  shop.service(ShopExtensions).use([extension]);
  await shop.service(ExtensionRecords).record();
}

const set = (...words: string[]) => soukWith([], shop.db, 'extension', 'set', 'acme', ...words);
const list = async (...extensions: TestExtension[]): Promise<unknown> =>
  JSON.parse((await soukWith(extensions, shop.db, 'extension', 'list', '--json')).out);

it('what an extension may add to balances stays when a server of another version starts', async () => {
  expect(await set('--deposits-a-day', '0.5')).toMatchObject({ code: 0, err: '' });
  await started(testExtension({ uses: ['balance.adjust'] }, { version: '2.0.0' }));
  expect(await list()).toMatchObject([
    { recorded: '2.0.0', uses: [{ method: 'balance.adjust' }], deposits_a_day: '0.5' },
  ]);
  const entries = await soukJson<{ action: string }[]>(shop, 'audit', 'list');
  expect(entries.find(({ action }) => action === 'extension set')).toMatchObject({
    ...{ details: { extension: 'acme' }, before: { deposits_a_day: null } },
    ...{ after: { deposits_a_day: '0.5' }, outcome: 'done' },
  });
});

it('an extension that is not recorded yet is shown with what it declares', async () => {
  const uses = ['orders.askAgain'] as const;
  const does = 'have a waiting order delivered now';
  expect(await list(testExtension({ name: 'zeta', uses }))).toMatchObject([
    { name: 'acme', uses: [], deposits_a_day: null, added_within_a_day: '0' },
    { name: 'zeta', recorded: null, uses: [{ method: 'orders.askAgain', does }] },
  ]);
});

it('wrong amounts, no amount, and an extension that is not there are refused', async () => {
  expect((await set('--deposits-a-day', 'many')).err).toContain('must be USD as a text');
  expect((await set('--deposits-a-day', '-1')).code).not.toBe(0);
  expect((await set()).code).not.toBe(0);
  const other = await soukWith([], shop.db, 'extension', 'set', 'acmd', '--deposits-a-day', '1');
  expect(other).toMatchObject({
    ...{ code: 1, err: 'No extension acmd is recorded. See "souk extension list".\n' },
  });
  expect(await list()).toMatchObject([{ deposits_a_day: null }]);
});
