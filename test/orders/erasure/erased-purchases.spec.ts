import { newSecretKey } from '../../../src/common/secret-box.js';
import { SupplierAttemptRepository } from '../../../src/fulfillment/upstream/purchase/supplier-attempt.repository.js';
import { UnneededPurchasesRepository } from '../../../src/fulfillment/upstream/purchase/unneeded-purchases.repository.js';
import { UnneededPurchaseWatch } from '../../../src/fulfillment/upstream/unneeded-purchase-watch.js';
import { OrderEraser } from '../../../src/orders/erasure/order-eraser.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { BuyingShop, type BoughtOrder } from '../../support/buying-shop.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

let shop: TestShop;
let buying: BuyingShop;

beforeAll(async () => {
  // A shop of its own: purchases are followed up when the spec says so.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  buying = await BuyingShop.in(shop);
});
afterAll(async () => {
  await shop.close();
  await buying.close();
});

const erase = ({ id: orderId }: BoughtOrder) =>
  shop.inTransaction((manager) =>
    shop.service(OrderEraser).erase(manager, [{ accountId: buying.account.id, orderId }]),
  );

const keyOf = async ({ id }: BoughtOrder) => (await buying.attemptOf(id))?.attempt_uuid;

interface FollowedUp {
  readonly bought: boolean | null;
  readonly note: string;
}

async function followed({ id }: BoughtOrder): Promise<FollowedUp | undefined> {
  await shop.db.query('UPDATE unneeded_purchases SET due_at = now() WHERE settled_at IS NULL');
  await shop.service(UnneededPurchaseWatch).run();
  const sql = 'SELECT bought, note FROM unneeded_purchases WHERE order_id = $1';
  return (await shop.db.query<FollowedUp>(sql, [id]))[0];
}

const closeDespitePurchase = ({ id }: BoughtOrder) =>
  shop
    .service(OrderCloseService)
    .reject(id, { reason: 'No.', actor: 'test', despitePurchase: true });

it('the key of a purchase, by which the fields of its order could be found, goes with them', async () => {
  const order = await buying.bought();
  await closeDespitePurchase(order);
  buying.becomes(order, 'reject');
  await until(async () => (await followed(order))?.bought === false);
  expect(await keyOf(order)).toBe(order.key);
  await erase(order);
  expect(await keyOf(order)).not.toBe(order.key);
});

it('a purchase that its supplier has not decided is still asked for under its key, until it is settled', async () => {
  const order = await buying.bought();
  await closeDespitePurchase(order);
  await erase(order);
  expect(await keyOf(order)).toBe(order.key);
  expect((await followed(order))?.bought).toBe(null);
  expect(await keyOf(order)).toBe(order.key);

  buying.becomes(order, 'accept');
  const settled = await until(async () => {
    const found = await followed(order);
    return found?.bought === null ? undefined : found;
  });
  expect(settled).toEqual({ bought: true, note: 'erased' });
  expect(await keyOf(order)).not.toBe(order.key);
});

describe('what a supplier says of an order that is being erased', () => {
  const PLAYER = 'no player 5512';
  const TOLD = `
    SELECT refusal, note FROM supplier_attempts JOIN unneeded_purchases USING (account_id, order_id)
    WHERE order_id = $1`;
  const IS_WAITING = `
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

  it('is not kept, as it may repeat what the order was placed with', async () => {
    const order = await buying.bought();
    await closeDespitePurchase(order);
    const { sends } = (await buying.attemptOf(order.id))!;
    const ref = { accountId: buying.account.id, orderId: order.id };
    const saying: Promise<unknown>[] = [];
    await shop.inTransaction(async (manager) => {
      await shop.service(OrderEraser).erase(manager, [ref]);
      saying.push(
        shop.service(SupplierAttemptRepository).recordRefusal(order.key, sends, PLAYER),
        shop
          .service(UnneededPurchasesRepository)
          .keepOpen(ref, { note: PLAYER, againInSeconds: 60 }),
      );
      await until(async () => (await shop.db.query(IS_WAITING)).length === saying.length);
    });
    expect(await Promise.all(saying)).toEqual([true, undefined]);
    expect(await shop.db.query(TOLD, [order.id])).toEqual([{ refusal: 'erased', note: 'erased' }]);
  });
});
