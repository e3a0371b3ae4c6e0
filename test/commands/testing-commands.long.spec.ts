import { randomUUID } from 'node:crypto';
import { souk, soukJson } from '../support/command-line.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: test products are added to a whole shop, once.
  shop = await startTestShop();
});
afterAll(() => shop.close());

it('test products can be ordered by a testing account as soon as they are added', async () => {
  const added = await soukJson<{ id: number }[]>(shop, 'testing', 'add');
  expect(added.length).toBeGreaterThan(0);
  const tester = await shop.account({ testing: true });
  const path = `newOrder/${added[0]!.id}/params?order_uuid=${randomUUID()}`;
  const { json } = await tester.api(`/client/api/${path}`);
  const { order_id: order } = (json as { data: { order_id: string } }).data;
  expect(await soukJson(shop, 'order', 'show', order)).toMatchObject({
    charged: 'no, it is a test order',
  });
  expect((await souk(shop, 'testing', 'remove')).code).toBe(0);
});
