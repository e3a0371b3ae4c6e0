import { operatorBrowser } from '../support/console-operator.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

const PAGE = '/console/shop/upkeep';

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: all ledgers are verified, and the whole shop is closed.
  shop = await startTestShop();
  await shop.account({ balance: '5' });
});
afterAll(() => shop.close());

it('test products are made and taken away, and ledgers verified', async () => {
  const manager = await operatorBrowser(shop, 'manager');
  const page = await manager.go(await manager.open('/console/shop'), 'Upkeep');
  expect(page.root.querySelectorAll('form[action$="settle"]')).toEqual([]);
  const made = await manager.send(page, 'upkeep/test-products');
  expect(made.text).toContain('The test products are there.');
  expect((await manager.send(page, 'upkeep/test-products')).status).toBe(409);
  expect((await manager.send(made, 'products/remove')).text).toContain('They are gone.');
  expect((await manager.send(page, 'demo-shop/remove')).status).toBe(409);
  const verdict = await manager.send(page, 'verification');
  expect(verdict.text).toMatch(/All is sound\. Accounts ?1 ?Entries ?1 ?Digest ?[0-9a-f]{64}/);
  expect((await manager.send(page, 'verification', { account_id: 'x' })).status).toBe(422);
  expect((await manager.open(`${PAGE}/verification?account_id=999`)).status).toBe(404);
});

it('the demo shop is taken away after a question that says what follows', async () => {
  const manager = await operatorBrowser(shop, 'manager', 'max');
  const product = await shop.product({ categoryId: await shop.category() });
  await shop.db.query('UPDATE products SET demo = true WHERE id = $1', [product]);
  const isThere = async () => {
    const rows = await shop.db.query<{ isThere: boolean }>(
      'SELECT deleted_at IS NULL AS "isThere" FROM products WHERE id = $1',
      [product],
    );
    return rows[0]?.isThere ?? false;
  };
  const asked = await manager.send(await manager.open(PAGE), 'demo-shop/remove');
  expect(asked.text).toMatch(/Take the demo shop away.*There is no way to get them back\./);
  expect(await isThere()).toBe(true);
  expect((await manager.send(asked, 'demo-shop/remove')).text).toContain('The demo shop is gone.');
  expect((await manager.send(asked, 'demo-shop/remove')).status).toBe(409);
});

it('what may be sold twice is held back by an owner who says so', async () => {
  const owner = await operatorBrowser(shop, 'owner');
  const page = await owner.open(PAGE);
  expect((await owner.send(page, 'settle')).status).toBe(422);
  const held = await owner.send(page, 'settle', { understood: 'on' });
  expect(held.title).toBe('What is to be done now');
  expect((await owner.open('/console')).title).toBe('Sign in');
  const [row] = await shop.db.query('SELECT enabled FROM maintenance');
  expect(row).toEqual({ enabled: true });
});
