import { randomUUID } from 'node:crypto';
import { Database } from '../../../src/database/database.js';
import { SupplierAttemptRepository } from '../../../src/fulfillment/upstream/purchase/supplier-attempt.repository.js';
import { SupplierAttempt } from '../../../src/fulfillment/upstream/supplier/supplier.entity.js';
import { OpenPurchaseError } from '../../../src/orders/open-purchases.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { BuyingShop } from '../../support/buying-shop.js';
import { souk } from '../../support/command-line.js';
import { operatorBrowser } from '../../support/console-operator.js';
import { invariantFaults } from '../../support/invariants.js';
import { TestOperator } from '../../support/test-operator.js';
import type { TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { fresh, workerShop } from '../../support/worker-shop.js';

let buying: BuyingShop;
let shop: TestShop;
let support: TestOperator;

beforeAll(async () => {
  shop = await workerShop();
  buying = await BuyingShop.in(shop);
  support = await TestOperator.of(shop, 'support', { name: fresh('support') });
});
afterAll(async () => {
  expect(await invariantFaults(shop.db, [buying.account.id])).toEqual([]);
  await buying.close();
});

const decide = (decision: string, body: object) =>
  support.ask(`POST ${decision}`, { body, key: randomUUID() });

describe('an order that is being bought', () => {
  it.each([
    ['accept', {}],
    ['reject', { reason: 'No.' }],
  ])('is closed by %s of the admin API only when that is confirmed', async (verb, body) => {
    const { id, theirs } = await buying.bought();
    const refused = await decide(`orders/${id}/${verb}`, body);

    expect([refused.status, await buying.statusOf(id)]).toEqual([409, 'wait']);
    expect(refused.json).toMatchObject({
      type: 'urn:souk:problem:being-bought',
      detail: `The order ${id} is being bought from ${buying.supplier} (order ${theirs} there), which may still deliver and charge for it if it is closed now. Nothing was changed.`,
    });
    const confirmed = await decide(`orders/${id}/${verb}`, { ...body, despite_purchase: true });
    expect([confirmed.status, await buying.statusOf(id)]).toEqual([200, verb]);
  });

  it('is refused alone among several', async () => {
    const { id } = await buying.bought();
    const plain = await buying.place(await shop.product({ price: '1' }));
    const answer = await decide('orders/reject', { order_ids: [id, plain], reason: 'No.' });

    expect(answer.json).toMatchObject({
      items: [
        { order_id: id, status: 409, type: 'urn:souk:problem:being-bought' },
        { status: 200 },
      ],
    });
    const body = { order_ids: [id], reason: 'No.', despite_purchase: true };
    expect((await decide('orders/reject', body)).json).toMatchObject({ items: [{ status: 200 }] });
  });

  it('is closed by a command only with --despite-purchase', async () => {
    const { id } = await buying.bought();
    const words = ['order', 'reject', id, '--reason', 'no'];
    const refused = await souk(shop, ...words);

    expect(refused.code).toBe(1);
    expect(refused.err).toContain(`from ${buying.supplier}`);
    expect(refused.err).toContain('--despite-purchase');
    expect((await souk(shop, ...words, '--despite-purchase')).code).toBe(0);
    expect(await buying.statusOf(id)).toBe('reject');
  });

  it('shows that on its page, and is closed there only with the box ticked', async () => {
    const { id, theirs } = await buying.bought();
    const ada = await operatorBrowser(shop, 'support', fresh('ada'));
    const page = await ada.open(`/console/orders/${id}`);
    expect(page.root.querySelector('main [role="alert"]')?.text).toMatch(
      new RegExp(`${buying.supplier}.*${theirs}`),
    );
    const refused = await ada.send(page, 'reject', { reason: 'no' });
    expect([refused.status, await buying.statusOf(id)]).toEqual([409, 'wait']);
    await ada.send(refused, 'reject', { reason: 'no', despite_purchase: 'on' });
    expect(await buying.statusOf(id)).toBe('reject');
  });

  it('was bought by a request without an answer, too', async () => {
    const { id } = await buying.bought();
    await buying.forget(id);
    const refused = await decide(`orders/${id}/reject`, { reason: 'No.' });
    expect(refused.status).toBe(409);
  });
});

/** Rejects without a confirmation. @returns false if that was refused because the order is being bought */
async function rejectedUnlessBought(id: string): Promise<boolean> {
  const closes = shop.service(OrderCloseService);
  return until(async () => {
    try {
      await closes.reject(id, { reason: 'No.', actor: 'test' });
      return { done: true };
    } catch (error) {
      // A busy database may refuse it for other reasons.
      return error instanceof OpenPurchaseError ? { done: false } : undefined;
    }
  }).then(({ done }) => done);
}

describe('a decision and a purchase at the same time', () => {
  it('are one after the other: what is closed is not sent any more', async () => {
    const send = buying.holdSends();
    const id = await buying.place();
    await until(async () => (await buying.attemptOf(id)) !== undefined);
    const { manager } = shop.service(Database);
    const attempt = await manager.findOneByOrFail(SupplierAttempt, { orderId: id });
    const sending: { promise?: Promise<boolean>; done?: true } = {};
    await shop.service(Database).transaction(async (within) => {
      const close = { reason: 'No.', actor: 'test' };
      await shop.service(OrderCloseService).reject(id, close, within);
      sending.promise = shop.service(SupplierAttemptRepository).recordSend(attempt);
      void sending.promise.then(() => (sending.done = true));
      // It waits for the decision, or it has not noticed it.
      await until(
        async () =>
          sending.done ??
          (
            await shop.db.query(
              `SELECT FROM pg_stat_activity
               WHERE datname = current_database() AND wait_event_type = 'Lock'`,
            )
          ).length > 0,
      );
    });

    expect(await sending.promise).toBe(false);
    send();
  });

  it('never leave an order closed and sent without a confirmation', async () => {
    const send = buying.holdSends();
    const ids = await Promise.all(Array.from({ length: 64 }, () => buying.place()));
    send();
    const rejected = await Promise.all(ids.map(rejectedUnlessBought));
    const sent = await Promise.all(
      ids.map(async (id) => ((await buying.attemptOf(id))?.sends ?? 0) > 0),
    );

    // One that was refused to be closed was sent before.
    expect(sent).toEqual(rejected.map((one) => !one));
  });
});
