import { randomUUID } from 'node:crypto';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { invariantsFromNow } from '../support/invariants.js';
import { settled } from '../support/settled.js';
import type { TestAccount, TestShop } from '../support/test-shop.js';
import { workerShop } from '../support/worker-shop.js';

interface Checked {
  order_id: string;
  status: string;
  price: string;
  replay_api: string[] | null;
}

describe('check', () => {
  let shop: TestShop;
  let faults: () => Promise<string[]>;
  let account: TestAccount;
  let product: number;

  beforeAll(async () => {
    shop = await workerShop();
    faults = await invariantsFromNow(shop.db);
    account = await shop.account({ balance: '100' });
    product = await shop.product({ name: '60 UC 💎', price: '0.63024', fields: ['playerId'] });
  });

  afterAll(async () => {
    expect(await faults()).toEqual([]);
  });

  const place = async (uuid: string = randomUUID(), who = account) => {
    const { json } = await who.api(
      `/client/api/newOrder/${product}/params?order_uuid=${uuid}&playerId=5123&qty=2`,
    );
    return (json as { data: { order_id: string } }).data.order_id;
  };
  const check = async (query: string) => {
    const answer = await account.api(`/client/api/check?${query}`);
    return { ...answer, data: (answer.json as { data?: Checked[] }).data ?? [] };
  };
  const idsOf = async (query: string) => (await check(query)).data.map((order) => order.order_id);

  it('answers exactly the documented keys, the price as text', async () => {
    const id = await place();
    const { text, headers } = await check(`orders=[${id}]`);
    expect(headers['cache-control']).toBe('no-store');
    expect(text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, 'TIME')).toBe(
      `{"status":"OK","data":[{"order_id":"${id}","quantity":2,"data":{"playerId":"5123"},` +
        '"created_at":"TIME","product_name":"60 UC 💎","price":"1.26048","status":"wait",' +
        '"replay_api":null}]}',
    );
  });

  it('gives the time in UTC', async () => {
    const { data } = await check(`orders=${await place()}`);
    const created = (data[0] as unknown as { created_at: string }).created_at;
    // Zones differ by a quarter of an hour at least.
    const apartMs = Math.abs(Date.parse(`${created.replace(' ', 'T')}Z`) - Date.now());
    expect(apartMs).toBeLessThan(14 * 60_000);
  });

  it('reads the list however clients write it, in the order of the request', async () => {
    const [a, b] = [await place(), await place()];
    const lists = [
      `[${b},${a}]`,
      `${b},${a}`,
      `%5B${b}%2C${a}%5D`,
      `%255B${b}%252C${a}%255D`,
      `[${b},%20${a}]`,
      `[%22${b}%22,%22${a}%22]`,
      `['${b}','${a}']`,
      `[${b},${a}]/`,
      `[${b},${a}]%26`,
      `[${b},${a},${b}]`,
      `[ID_0000000000000000,${b},nonsense,${a}]`,
    ];
    for (const list of lists) expect([list, await idsOf(`orders=${list}`)]).toEqual([list, [b, a]]);
  });

  it('reads parameters named orders[] and orders[digits] too, in the order in which they are sent', async () => {
    const [a, b, c] = [await place(), await place(), await place()];
    const queries = [
      `orders[]=${b}&orders[]=${a}&orders[]=${c}`,
      `orders%5B%5D=${b}&orders%5b%5d=${a}&orders[]=${c}`,
      `orders[1]=${b}&orders[0]=${a}&orders[00017]=${c}`,
      `orders[0]=${b}&orders[0]=${a}&orders[]=[${a},${c}]`,
      `orders[]=[${b},${a}]&orders=%22${c}%22`,
      `orders=${b}&orders[]=${a}&orders[3]=,${c},${b}`,
    ];
    for (const query of queries) expect([query, await idsOf(query)]).toEqual([query, [b, a, c]]);
    expect((await check('orders[]=')).text).toBe('{"status":"OK","data":[]}');
    expect((await check(`orders[]=${randomUUID()}&uuid=1&seal=1`)).json).toMatchObject({
      sealed: [expect.stringMatching(/^[0-9a-f-]{36}$/)],
    });
  });

  it('keeps its limits however the parameter is named', async () => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, index) => `orders[${index}]=${randomUUID()}`).join('&');
    const list = (count: number) => Array.from({ length: count }, () => randomUUID()).join();
    expect((await check(named(100))).status).toBe(200);
    const refused = [
      named(101),
      `orders[]=${list(150)}&orders[]=${list(51)}`,
      'orders=a&orders[]=b&orders=c',
      'orders[x]=a',
      'orders[1=a',
      'orders[1][]=a',
      'Orders[]=a',
    ];
    for (const query of refused) {
      expect([query, (await check(query)).json]).toMatchObject([query, { code: 114 }]);
    }
  });

  it('looks keys up in the mode of the account, which may differ from that of the shop', async () => {
    const opaque = await shop.account({ balance: '100', orderUuidMode: 'opaque' });
    const key = `Invoice-${randomUUID()}`;
    const id = await place(encodeURIComponent(key), opaque);
    const path = `/client/api/check?orders=${encodeURIComponent(key)}&uuid=1`;
    expect((await opaque.api(path)).json).toMatchObject({ data: [{ order_id: id }] });
  });

  it('finds orders by order_uuid', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const [a, b] = [await place(one), await place(two)];
    const list = `[${two.toUpperCase()},${randomUUID()},not-a-uuid,${one.replaceAll('-', '')}]`;
    for (const flag of ['uuid=1', 'uuid=true']) {
      expect(await idsOf(`orders=${list}&${flag}`)).toEqual([b, a]);
    }
    expect(await idsOf(`orders=${list}`)).toEqual([]);
  });

  it('leaves out the orders of other accounts', async () => {
    const other = await shop.account({ balance: '10' });
    const uuid = randomUUID();
    const theirs = await place(uuid, other);
    expect(await idsOf(`orders=${theirs}`)).toEqual([]);
    expect(await idsOf(`orders=${uuid}&uuid=1`)).toEqual([]);
  });

  it('gives each of two accounts its own order under a key of both, when both ask at once', async () => {
    const other = await shop.account({ balance: '10' });
    const uuid = randomUUID();
    const mine = await place(uuid);
    const theirs = await place(uuid, other);
    const path = `/client/api/check?orders=${uuid}&uuid=1`;
    // What arrives during a statement is read by the next one together.
    const asked = Array.from({ length: 20 }, (_, index) => (index % 2 ? other : account));
    const answers = await Promise.all(asked.map(({ api }) => settled(() => api(path))));
    for (const [index, { json }] of answers.entries()) {
      expect(json).toMatchObject({ data: [{ order_id: index % 2 ? theirs : mine }] });
    }
  });

  it('takes 200 orders and an empty list, but needs the parameter', async () => {
    const many = (count: number) => Array.from({ length: count }, () => randomUUID()).join();
    expect((await check(`orders=${many(200)}`)).status).toBe(200);
    expect((await check(`orders=${many(201)}`)).json).toMatchObject({ code: 114 });
    expect((await check('orders=[]')).text).toBe('{"status":"OK","data":[]}');
    expect((await check('orders=')).text).toBe('{"status":"OK","data":[]}');
    expect((await check('uuid=1')).json).toMatchObject({ code: 114 });
    expect((await check('orders=a&orders=b')).json).toMatchObject({ code: 114 });
  });

  it('shows a decision, its codes flat here and nested in a repeated newOrder', async () => {
    const decisions = shop.service(OrderCloseService);
    const [uuid, plain, rejected] = [randomUUID(), await place(), await place()];
    const withCodes = await place(uuid);
    await decisions.accept(plain, { actor: 'test' });
    await decisions.accept(withCodes, { codes: ['CODE-1', 'CODE-2'], actor: 'test' });
    await decisions.reject(rejected, { reason: 'no stock', actor: 'test' });
    const { data } = await check(`orders=[${plain},${withCodes},${rejected}]`);
    expect(data.map(({ status, replay_api }) => [status, replay_api])).toEqual([
      ['accept', null],
      ['accept', ['CODE-1', 'CODE-2']],
      ['reject', null],
    ]);
    const { text } = await account.api(
      `/client/api/newOrder/${product}/params?order_uuid=${uuid}&playerId=5123&qty=2`,
    );
    expect(text).toContain('"status":"accept"');
    expect(text).toContain('"replay_api":[{"replay":["CODE-1","CODE-2"]}]');
  });

  it('shows why an order was rejected with details=1, and nothing else of the decision', async () => {
    const decisions = shop.service(OrderCloseService);
    const uuids = [randomUUID(), randomUUID(), randomUUID()];
    const ids = await Promise.all(uuids.map((uuid) => place(uuid)));
    const [waiting, accepted, rejected] = ids as [string, string, string];
    await decisions.accept(accepted, { note: 'for the operator', actor: 'test' });
    const decision = { reason: ' no stock ', note: 'for the operator', actor: 'test' };
    await decisions.reject(rejected, decision);

    const listed = ids.join();
    const plain = await check(`orders=[${listed}]`);
    expect(plain.text).not.toContain('reason');
    expect((await check(`orders=[${listed}]&details=0`)).text).toBe(plain.text);

    const detailed = await check(`orders=[${listed}]&details=1`);
    const told = [null, null, 'no stock'];
    expect(detailed.data).toEqual(plain.data.map((one, n) => ({ ...one, reason: told[n] })));
    for (const query of ['&uuid=1&details=true', '&uuid=1&seal=1&details=1']) {
      expect((await check(`orders=${uuids.join()}${query}`)).data).toEqual(detailed.data);
    }
    expect(detailed.data.map(({ order_id }) => order_id)).toEqual([waiting, accepted, rejected]);
    const refunds = await shop.db.query(
      "SELECT note FROM ledger_entries WHERE kind = 'refund' AND order_id = $1",
      [rejected],
    );
    expect(refunds).toEqual([{ note: 'no stock' }]);
  });

  it('gives no reason for an order that was rejected by an earlier version', async () => {
    const id = await place();
    await shop.service(OrderCloseService).reject(id, { reason: 'a', note: 'b', actor: 'test' });
    await shop.db.query('UPDATE orders SET reason_for_reseller = NULL WHERE order_id = $1', [id]);
    await shop.db.query('UPDATE account_events SET salts = NULL WHERE order_id = $1', [id]);
    expect((await check(`orders=[${id}]&details=1`)).data).toMatchObject([{ reason: null }]);
  });

  it('gives the money of a rejected order back once', async () => {
    const decisions = shop.service(OrderCloseService);
    const balance = async () => (await account.api('/client/api/profile')).json;
    const before = await balance();
    const id = await place();
    const reject = (reason = 'no stock') => decisions.reject(id, { reason, actor: 'test' });
    await expect(reject(' ')).rejects.toThrow('Please type a reason, which the reseller reads.');
    await reject();
    await expect(reject()).rejects.toThrow(`The order ${id} was rejected already.`);
    expect(await balance()).toEqual(before);
  });

  it('never logs fields or codes', async () => {
    const before = shop.logs().length;
    const id = await place();
    const decisions = shop.service(OrderCloseService);
    await decisions.accept(id, { codes: ['SECRET-CODE-9'], actor: 'test' });
    await check(`orders=${id}`);
    await account.api(`/client/api/newOrder/${product}?playerId=PLAYER-77&order_uuid=x`);
    const lines = shop.logs().slice(before).join('\n');
    expect(lines).toContain(`/client/api/newOrder/${product}`);
    expect(lines).not.toMatch(/SECRET-CODE-9|PLAYER-77|5123&/);
  });
});
