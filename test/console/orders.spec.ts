import { randomUUID } from 'node:crypto';
import { newSecretKey } from '../../src/common/secret-box.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { RefusalJournal } from '../../src/orders/refusals/refusal-journal.js';
import { operatorBrowser } from '../support/console-operator.js';
import type { TestBrowser } from '../support/test-browser.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';

let shop: TestShop;
let ada: TestBrowser;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  // A shop of its own: the oldest waiting orders of the whole shop are looked at.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  ada = await operatorBrowser(shop, 'owner', 'ada');
  account = await shop.account({ name: 'Acme Games', balance: '1000' });
  product = await shop.product({ name: '60 <UC> 💎', price: '1.50' });
});
afterAll(() => shop.close());

async function placed(uuid: string = randomUUID(), path = `${product}/params?`): Promise<string> {
  const { json } = await account.api(`/client/api/newOrder/${path}order_uuid=${uuid}`);
  return (json as { data: { order_id: string } }).data.order_id;
}

/** So that no order waits that another case has made. */
async function rejectWaiting(): Promise<void> {
  await shop.db.query('DELETE FROM fulfillments');
  const waiting = await shop.db.query<{ order_id: string }>(
    "SELECT order_id FROM orders WHERE status = 'wait'",
  );
  const closing = shop.service(OrderCloseService);
  for (const { order_id: id } of waiting)
    await closing.reject(id, { reason: 'old', actor: 'test' });
}

async function statusOf(id: string): Promise<string> {
  const { json } = await account.api(`/client/api/check?orders=[${id}]`);
  return (json as { data: { status: string }[] }).data[0]?.status ?? '';
}

describe('an order', () => {
  it('is found, accepted with codes, and shows who did it', async () => {
    const coded = await shop.product({ name: '60 <UC> 💎', price: '1.50' });
    const id = await placed(randomUUID(), `${coded}/params?`);
    const list = await ada.open('/console/orders?status=wait');
    const order = await ada.go(list, id);
    expect(order.text).toContain('60 <UC> 💎');
    expect(order.answer.text).not.toContain('<UC>');
    const typed = { codes: 'A-1\r\nA-2\n\n', note: 'by hand' };
    const asked = await ada.send(order, 'accept', typed);
    expect([asked.status, await statusOf(id)]).toEqual([422, 'wait']);
    expect(asked.text).toContain('The quantity is 1, but the number of codes is 2.');
    expect(asked.root.querySelector('[aria-invalid]')?.getAttribute('name')).toBe('codes');
    const accepted = await ada.send(asked, 'accept', { ...typed, other_count: 'on' });
    expect(accepted.path).toBe(`/console/orders/${id}?done=accepted`);
    expect(accepted.text).toContain('The order is accepted.');
    expect(accepted.text).toMatch(/Codes.*A-1.*A-2/);
    expect(accepted.text).toMatch(/Decided by ada/);
    expect(accepted.link('Acme Games')).toMatch(new RegExp(`/accounts/${account.id}$`));
    expect(accepted.link('60 <UC> 💎')).toMatch(new RegExp(`/catalog/products/${coded}$`));
    expect(await statusOf(id)).toBe('accept');
    await rejectWaiting();
    const [oldest] = [await placed(), await placed()];
    expect((await ada.go(accepted, 'Next waiting order')).path).toBe(`/console/orders/${oldest}`);
  });

  it('is rejected with a reason, which is asked for', async () => {
    const id = await placed();
    const order = await ada.open(`/console/orders/${id}`);
    const again = await ada.send(order, 'reject', { reason: ' ', note: 'kept' });
    expect([again.status, await statusOf(id)]).toEqual([422, 'wait']);
    expect(again.answer.text).toContain('value="kept"');
    const rejected = await ada.send(again, 'reject', { reason: 'no such player' });
    expect(rejected.text).toMatch(/Refunded: \d.*no such player/);
    expect(await statusOf(id)).toBe('reject');
  });

  it('is decided once by a form that is sent twice, and not by another one', async () => {
    const id = await placed();
    const [order, other] = [
      await ada.open(`/console/orders/${id}`),
      await ada.open(`/console/orders/${id}`),
    ];
    expect((await ada.send(order, 'accept')).status).toBe(200);
    expect((await ada.send(order, 'accept')).status).toBe(200);
    const late = await ada.send(other, 'reject', { reason: 'too late' });
    expect([late.status, await statusOf(id)]).toEqual([409, 'accept']);
    expect(late.link('See why')).toBe('#fault');
    expect(late.root.querySelector('#fault')?.text).toContain(id);
  });

  it('is looked up by what is typed', async () => {
    const uuid = randomUUID();
    const id = await placed(uuid);
    const search = await ada.open('/console/orders');
    expect((await ada.send(search, 'orders', { text: id })).path).toBe(`/console/orders/${id}`);
    expect((await ada.open(`/console/orders/${uuid}`)).text).toContain(id);
    const nothing = await ada.open('/console/orders/nothing');
    expect(nothing.text).toMatch(/No orders match\..*without a valid token \(121.*All refused/);
    const part = await ada.send(search, 'orders', { text: uuid.slice(0, 8) });
    expect(part.text).toMatch(/No orders match\..*only if all of it is typed/);
    expect((await ada.open('/console/orders/ID_0000000000000000')).status).toBe(404);
    const wrong = await ada.send(search, 'orders', { product_id: 'x' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('Please correct the marked fields.');
  });

  it('is found by the name of its account, of several after a choice', async () => {
    const games = await shop.account({ name: 'Zeynep Games', balance: '10' });
    await shop.account({ name: 'Zeynep Cards' });
    await games.api(`/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}`);
    for (const list of ['orders', 'waiting']) {
      const search = await ada.open(`/console/${list}`);
      const several = await ada.send(search, list, { account_id: 'zey' });
      expect([several.status, several.text]).toEqual([
        422,
        expect.stringContaining('Choose one of them.'),
      ]);
      expect(several.text).not.toMatch(/No order|Nothing was changed/);
      const chosen = await ada.send(several, list, { account_id: String(games.id) });
      expect(chosen.text).toMatch(/Zeynep Games.*60 <UC>/);
      expect((await ada.send(search, list, { account_id: 'zey car' })).text).toContain(
        'Zeynep Cards',
      );
      const nobody = await ada.send(search, list, { account_id: 'khaled' });
      expect(nobody.text).toContain('Nothing with this number or name was found.');
      expect(nobody.text).not.toMatch(/No order|Nothing was changed/);
    }
  });

  it('is found by a player id, by a code, and by the uuid of a refused request, which tells why', async () => {
    const uuid = randomUUID();
    const fields = await shop.product({ name: 'with fields', price: '1', fields: ['playerId'] });
    const poor = await shop.account();
    const path = `/client/api/newOrder/${fields}/params?order_uuid=${uuid}&playerId=`;
    await poor.api(`${path}5512345678`);
    await account.api(`${path}5512345679`);
    await until(() => shop.service(RefusalJournal).waiting === 0);
    const search = await ada.open('/console/orders');
    const found = (text: string) => ada.send(search, 'orders', { text });
    // The index is written by a task of the server.
    await until(async () => (await found('5512345679')).text.includes('with fields'));
    const both = await found(uuid);
    expect(both.text).toContain('Refused requests');
    expect(both.text).toMatch(/100 .*balance/i);
    const viewer = await operatorBrowser(shop, 'viewer', 'vera');
    const hidden = await viewer.open('/console/orders?text=5512345679');
    expect(hidden.text).toContain('you may not see them');
    expect(hidden.text).not.toContain('with fields');
  });

  it('shows what was typed by customers to those only who may see it', async () => {
    const id = await placed();
    const viewer = await operatorBrowser(shop, 'viewer');
    const order = await viewer.open(`/console/orders/${id}`);
    expect(order.root.querySelectorAll('main form')).toEqual([]);
    const refused = await viewer.post(`/console/orders/${id}/accept`, new URLSearchParams());
    expect([refused.status, await statusOf(id)]).toEqual([403, 'wait']);
  });
});

describe('the queue of waiting orders', () => {
  it('decides those that were selected, with a result for each', async () => {
    const fields = await shop.product({ name: 'with fields', price: '2', fields: ['playerId'] });
    const ids = [await placed(), await placed()];
    ids.push(await placed(randomUUID(), `${fields}/params?playerId=5512345678&`));
    const queue = await ada.open(`/console/waiting?account_id=${account.id}`);
    const order = (id: string) => queue.answer.text.indexOf(`value="${id}"`);
    expect(order(ids[0] ?? '')).toBeLessThan(order(ids[1] ?? ''));
    expect(queue.text).toMatch(/0 minutes .* playerId: 5512345678 .* you: by hand/);
    const viewer = await operatorBrowser(shop, 'viewer', 'vic');
    const masked = await viewer.open('/console/waiting');
    expect(masked.text).toContain('playerId: hidden');
    expect(masked.answer.text).not.toContain('5512345678');
    const confirmation = await ada.send(queue, 'confirm', { order_ids: ids, decision: 'accept' });
    expect(confirmation.title).toBe('Accept 3 orders');
    expect(confirmation.text).toContain('Orders: 3, together 5.00 USD.');
    expect(confirmation.text).toMatch(/60 <UC> 💎.*with fields/);
    // Another operator was faster with one of them.
    const other = await ada.open(`/console/orders/${ids[1]}`);
    await ada.send(other, 'reject', { reason: 'no' });
    const results = await ada.send(confirmation, 'decide', { order_ids: ids });
    expect(results.root.querySelectorAll('.badge.good')).toHaveLength(2);
    expect(results.text).toMatch(/Accepted: 2. Not done: 1. The table says why./);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['accept', 'reject', 'accept']);
    const nobody = await ada.open('/console/waiting?product_id=999999');
    expect(nobody.text).toContain('No waiting orders match.');
  });

  it('asks for a reason to reject, and keeps the selection', async () => {
    const ids = [await placed(), await placed()];
    const queue = await ada.open('/console/waiting');
    const confirmation = await ada.send(queue, 'confirm', { order_ids: ids, decision: 'reject' });
    const typed = { order_ids: ids, reason: '', despite_purchase: 'on' };
    const again = await ada.send(confirmation, 'decide', typed);
    expect(again.status).toBe(422);
    expect(again.root.querySelectorAll('[name="despite_purchase"][checked]')).toHaveLength(1);
    const results = await ada.send(again, 'decide', { order_ids: ids, reason: 'sold out' });
    expect(results.root.querySelectorAll('.badge.good')).toHaveLength(2);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['reject', 'reject']);
    const nothing = await ada.send(queue, 'confirm', { decision: 'accept' });
    expect(nothing.text).toContain('No order was selected.');
  });

  it('asks about those that are being bought only where there are any', async () => {
    const [plain, bought] = [await placed(), await placed()];
    const steps = [{ handler: 'upstream', settings: { supplier: 'good', product: 1 } }];
    await shop.db.query(
      `INSERT INTO fulfillments (account_id, order_id, steps, due_at)
       VALUES ($1, $2, $3, now() + interval '1 hour')`,
      [account.id, bought, JSON.stringify(steps)],
    );
    const queue = await ada.open('/console/waiting');
    const asksFor = async (...ids: string[]): Promise<boolean> => {
      const page = await ada.send(queue, 'confirm', { order_ids: ids, decision: 'accept' });
      return page.text.includes('Also those that are being bought');
    };
    expect([await asksFor(plain), await asksFor(plain, bought)]).toEqual([false, true]);
  });
});
