import { randomUUID } from 'node:crypto';
import { OrderKeys } from '../../../src/orders/keys/order-keys.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

let shop: TestShop;
let account: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  shop = await workerShop();
  account = await shop.account({ balance: '10' });
  other = await shop.account({ balance: '10' });
});

/** The accounts that have sent a key. */
async function key(text: string, accountId?: number): Promise<number[]> {
  const keys = await shop.service(OrderKeys).find(text, accountId);
  return keys.map((found) => found.accountId);
}

describe('the keys', () => {
  it('of all accounts are found at once, also those that were sealed', async () => {
    const [uuid, sealed] = [randomUUID(), randomUUID()];
    const product = await shop.product({ price: '1' });
    const order = `/client/api/newOrder/${product}/params?order_uuid=${uuid}`;
    await account.api(order);
    expect(await key(uuid)).toEqual([account.id]);
    await other.api(order);
    await other.api(`/client/api/check?uuid=1&seal=1&orders=[${sealed}]`);
    expect([await key(uuid), await key(sealed), await key(randomUUID())]).toEqual([
      [account.id, other.id],
      [other.id],
      [],
    ]);
    expect([await key(uuid, other.id), await key(sealed, account.id)]).toEqual([[other.id], []]);
  });
});
