import { randomUUID } from 'node:crypto';
import { invariantsFromNow } from '../../support/invariants.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { workerShop } from '../../support/worker-shop.js';

interface OrderBody {
  status: string;
  code?: number;
  message?: string;
  data?: { order_id: string; status: string; price: number; data: Record<string, string> };
}

describe('newOrder', () => {
  let shop: TestShop;
  let faults: () => Promise<string[]>;
  let account: TestAccount;
  let product: number;

  beforeAll(async () => {
    shop = await workerShop();
    faults = await invariantsFromNow(shop.db);
    account = await shop.account({ balance: '1000' });
    product = await shop.product({ price: '0.89', fields: ['playerId'] });
  });

  afterAll(async () => {
    expect(await faults()).toEqual([]);
  });

  const order = async (path: string, ask = {}) => {
    const answer = await account.api(`/client/api/newOrder/${path}`, ask);
    return { ...answer, body: answer.json as OrderBody };
  };
  const codeOf = async (path: string) => (await order(path)).body.code;
  const balance = async () =>
    ((await account.api('/client/api/profile')).json as { balance: string }).balance;
  const orderCount = async () =>
    (await shop.db.query('SELECT FROM orders WHERE account_id = $1', [account.id])).length;

  it('answers exactly the documented keys, in their order', async () => {
    const { status, text, headers } = await order(
      `${product}/params?order_uuid=${randomUUID()}&qty=2&playerId=5123`,
    );
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers.etag).toBeUndefined();
    expect(text).toMatch(
      /^\{"status":"OK","data":\{"order_id":"ID_[0-9a-f]{16}","status":"wait","price":1.78,"data":\{"playerId":"5123"\},"replay_api":null\}\}$/,
    );
  });

  it('never answers 304, whatever the caller claims to have', async () => {
    const headers = { 'If-None-Match': '*', 'If-Modified-Since': new Date().toUTCString() };
    const path = `${product}/params?order_uuid=${randomUUID()}&playerId=1`;
    expect((await order(path, { headers })).status).toBe(200);
  });

  describe('under a known order_uuid', () => {
    it('answers the same bytes and charges nothing, however the same order is written', async () => {
      const uuid = randomUUID();
      const first = await order(`${product}/params?order_uuid=${uuid}&qty=1&playerId=caf%C3%A9`);
      const before = await balance();
      const bare = uuid.replaceAll('-', '');
      const repeats = [
        `${product}/params?order_uuid=${uuid.toUpperCase()}&playerId=caf%C3%A9`,
        `${product}/params?order_uuid=%7B${uuid}%7D&qty=1.0&playerId=caf%C3%A9`,
        `${product}?order_uuid=${bare}&qty=1.000000&PLAYERID=cafe%CC%81`,
        `${product}/params/?playerId=+caf%C3%A9+&order_uuid=${uuid}&anything=else`,
        `${product}/params?playerId=caf%C3%A9&order_uuid=${uuid}&bad=%00`,
      ];
      for (const path of repeats) expect((await order(path)).text).toBe(first.text);
      const post = await order(`${product}/params`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ order_uuid: uuid, qty: 1, playerId: 'café' }),
      });
      expect(post.text).toBe(first.text);
      expect(await balance()).toBe(before);
    });

    it('refuses another order with 116, malformed input included', async () => {
      const uuid = randomUUID();
      await order(`${product}/params?order_uuid=${uuid}&playerId=7`);
      const other = await shop.product({ price: '0.89', fields: ['playerId'] });
      const paths = [
        `${other}/params?order_uuid=${uuid}&playerId=7`,
        `99999999/params?order_uuid=${uuid}&playerId=7`,
        `abc/params?order_uuid=${uuid}&playerId=7`,
        // An id has one form.
        `0${product}/params?order_uuid=${uuid}&playerId=7`,
        `${product}/params?order_uuid=${uuid}&playerId=8`,
        `${product}/params?order_uuid=${uuid}`,
        `${product}/params?order_uuid=${uuid}&playerId=7&qty=2`,
        `${product}/params?order_uuid=${uuid}&playerId=7&qty=1e0`,
        `${product}/params?order_uuid=${uuid}&playerId=7&qty=1&qty=1`,
        `${product}/params?order_uuid=${uuid}&playerId=7&PlayerId=7&playerId=7`,
        `${product}/params?order_uuid=${uuid}&playerId=%FF`,
        `${product}/params?order_uuid=${uuid}&playerId=7&qty=%FF`,
        `${product}/params?order_uuid=${uuid}&playerId=7&qty=%00`,
        `${product}/params?order_uuid=${uuid}&playerId=7${'&x=1'.repeat(100)}&qty=2`,
      ];
      for (const path of paths) expect([path, await codeOf(path)]).toEqual([path, 116]);
    });

    it.each([
      ['application/json', '{"qty":null}'],
      ['application/json', '{"qty":1,"qty":1}'],
      ['application/json', '{'],
      ['application/json', '[]'],
      ['application/json; charset=klingon', '{}'],
      ['application/json', `{"x":"${'y'.repeat(40_000)}"}`],
      ['application/x-www-form-urlencoded', 'qty=%FF'],
      ['multipart/form-data; boundary=x', '--x--'],
      ['text/plain', 'qty=2'],
    ])('refuses a body of %s that cannot be read with 116', async (type, body) => {
      const path = `${product}/params?order_uuid=${randomUUID()}&playerId=7`;
      await order(path);
      const headers = { 'Content-Type': type };
      expect((await order(path, { method: 'POST', headers, body })).body.code).toBe(116);
    });

    it('answers the order when the product is gone, the price changed and the balance is 0', async () => {
      const poor = await shop.account({ balance: '5' });
      const gone = await shop.product({ price: '5' });
      const path = `/client/api/newOrder/${gone}/params?order_uuid=${randomUUID()}`;
      const first = await poor.api(path);
      await shop.db.query('UPDATE products SET price = 9, deleted_at = now() WHERE id = $1', [
        gone,
      ]);
      const again = await poor.api(path);
      expect(first.status).toBe(200);
      expect(again.text).toBe(first.text);
    });

    it('keeps keys of different accounts apart', async () => {
      const other = await shop.account({ balance: '10' });
      const path = `/client/api/newOrder/${product}/params?playerId=1&order_uuid=${randomUUID()}`;
      const [mine, theirs] = [await account.api(path), await other.api(path)];
      expect((mine.json as OrderBody).data?.order_id).not.toBe(
        (theirs.json as OrderBody).data?.order_id,
      );
    });

    it('does not consume the key of a refused request', async () => {
      const late = await shop.account();
      const path = `/client/api/newOrder/${product}/params?playerId=1&order_uuid=${randomUUID()}`;
      expect(((await late.api(path)).json as OrderBody).code).toBe(100);
      await shop.db.query('UPDATE accounts SET credit_limit = 5 WHERE id = $1', [late.id]);
      expect((await late.api(path)).status).toBe(200);
    });
  });

  it('checks in the documented order', async () => {
    const poor = await shop.account({ balance: '0.01' });
    const off = await shop.product({ available: false, fields: ['playerId'], type: 'package' });
    const on = await shop.product({ price: '1', fields: ['playerId'], type: 'package' });
    const uuid = randomUUID();
    const code = async (path: string) =>
      ((await poor.api(`/client/api/newOrder/${path}`)).json as OrderBody).code;
    expect(await code('99999999/params?qty=0x1')).toBe(114);
    expect(await code(`99999999/params?order_uuid=${uuid}&qty=0x1`)).toBe(109);
    expect(await code(`${off}/params?order_uuid=${uuid}&qty=0x1`)).toBe(110);
    expect(await code(`${on}/params?order_uuid=${uuid}&qty=0x1`)).toBe(106);
    expect(await code(`${on}/params?order_uuid=${uuid}`)).toBe(114);
    expect(await code(`${on}/params?order_uuid=${uuid}&playerId=1`)).toBe(100);
  });

  describe('order_uuid', () => {
    it.each(['', '%20', 'abc', '123', randomUUID().slice(1), `${randomUUID()}0`, '1,2'])(
      'refuses %p with 114',
      async (uuid) => {
        expect(await codeOf(`${product}/params?order_uuid=${uuid}&playerId=1`)).toBe(114);
      },
    );

    it('is required once', async () => {
      expect((await order(`${product}/params?playerId=1`)).body.message).toContain('order_uuid');
      const [one, two] = [randomUUID(), randomUUID()];
      expect(await codeOf(`${product}/params?order_uuid=${one}&order_uuid=${two}`)).toBe(114);
    });

    it('may be any short printable key where the account says so', async () => {
      const opaque = await shop.account({ balance: '100', orderUuidMode: 'opaque' });
      const ask = (key: string) =>
        opaque.api(`/client/api/newOrder/${product}/params?playerId=1&order_uuid=${key}`);
      const uuid = randomUUID();
      expect((await ask('order-1001')).text).toBe((await ask('order-1001')).text);
      expect((await ask('Order-1001')).text).not.toBe((await ask('order-1001')).text);
      expect((await ask(uuid.toUpperCase())).text).toBe((await ask(uuid)).text);
      for (const bad of ['a%20b', 'a,b', 'a%5Bb', 'a%22b', 'a%2Fb', 'a%26b', 'x'.repeat(101)]) {
        expect(((await ask(bad)).json as OrderBody).code).toBe(114);
      }
    });
  });

  describe('methods', () => {
    it('takes a POST with query, form or JSON fields', async () => {
      const uuid = randomUUID();
      const path = `${product}/params`;
      const type = (value: string) => ({ 'Content-Type': value });
      const form = await order(path, {
        method: 'POST',
        headers: type('application/x-www-form-urlencoded'),
        body: `order_uuid=${uuid}&playerId=5&qty=2`,
      });
      const query = await order(`${path}?order_uuid=${uuid}&playerId=5&qty=2`, { method: 'POST' });
      const mixed = await order(`${product}?order_uuid=${uuid}`, {
        method: 'POST',
        headers: type('application/json; charset=utf-8'),
        body: '{"playerId":"5","qty":2.0}',
      });
      expect(form.status).toBe(200);
      expect(query.text).toBe(form.text);
      expect(mixed.text).toBe(form.text);
    });

    it.each(['{', '[]', '"x"', '{"order_uuid":{"a":1}}', '{"playerId":"\\ud800"}'])(
      'refuses the JSON body %p with 114',
      async (body) => {
        const headers = { 'Content-Type': 'application/json' };
        const path = `${product}/params?order_uuid=${randomUUID()}`;
        expect((await order(path, { method: 'POST', headers, body })).body.code).toBe(114);
      },
    );

    it.each(['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('never orders by %s', async (method) => {
      const before = await orderCount();
      for (const path of [`${product}/params`, `${product}`]) {
        const query = `?order_uuid=${randomUUID()}&playerId=1`;
        expect((await order(path + query, { method })).status).toBe(405);
      }
      expect(await orderCount()).toBe(before);
    });

    it.each([
      ['Sec-Purpose', 'prefetch'],
      ['Sec-Purpose', 'prefetch;prerender'],
      ['Purpose', 'prefetch'],
      ['X-Moz', 'prefetch'],
    ])('never orders for a prefetch by %s: %s', async (name, value) => {
      const before = await orderCount();
      const path = `${product}/params?order_uuid=${randomUUID()}&playerId=1`;
      expect((await order(path, { headers: { [name]: value } })).status).toBe(405);
      expect(await orderCount()).toBe(before);
    });
  });
});
