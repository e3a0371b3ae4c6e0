import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { HANDLER_CASES, startTestShop, type TestShop } from 'souk/testing';
import { Supplier, SupplierHandler } from '../src/supplier.js';
import { SECRET, sign, SupplierStub } from './stub.js';

let shop: TestShop;
const stub = new SupplierStub();
let token: string;
let accountId: number;
let product: number;

before(async () => {
  const url = await stub.start();
  shop = await startTestShop({
    extensions: ['./dist/src/extension.js'],
    settings: { SUPPLY_URL: url, SUPPLY_SECRET: SECRET },
  });
  ({ id: accountId, token } = await shop.account({ balance: '100' }));
  product = await shop.product({ price: '2' });
  const set = await shop.souk('delivery', 'set', String(product), '--by', 'supply sku=UC60');
  assert.equal(set.code, 0, set.err);
});
after(async () => {
  await shop.close();
  await stub.stop();
});

async function until<T>(probe: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (const end = performance.now() + 30_000; performance.now() < end;) {
    const found = await probe();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited in vain for ${probe}`);
}

async function order(): Promise<string> {
  const { json, text } = await shop.request(
    `/client/api/newOrder/${product}/params?qty=1&order_uuid=${randomUUID()}`,
    { token },
  );
  return (json as { data?: { order_id: string } }).data?.order_id ?? assert.fail(text);
}

async function find(orderId: string) {
  const { json } = await shop.request(`/client/api/check?orders=${orderId}`, { token });
  return (json as { data: [{ status: string; replay_api: string[] | null }] }).data[0];
}

const callBack = (orderId: string, event = `evt-${orderId}`, secret = SECRET) => {
  const body = JSON.stringify({ event, order: orderId });
  return shop.request('/supply/callback', {
    method: 'POST',
    body,
    headers: { 'x-signature': sign(body, secret) },
  });
};

const pending = (orderId: string) =>
  until(async () => {
    const { out } = await shop.souk('order', 'show', orderId);
    return out.includes('the supplier will call back') || undefined;
  });

const delivered = (orderId: string) =>
  until(async () => {
    const { status, replay_api } = await find(orderId);
    return status === 'accept' ? replay_api : undefined;
  });

test('the callback delivers the order at once, though the poll is a day away; repeated five times it delivers once', async () => {
  const id = await order();
  await pending(id);
  stub.finish(id);
  const answers = [];
  for (let i = 0; i < 5; i++) answers.push((await callBack(id)).status);
  assert.deepEqual(answers, [204, 204, 204, 204, 204]);
  assert.deepEqual(await delivered(id), [`CODE-${id}`]);
  assert.equal((await callBack(id)).status, 204);
  assert.equal(stub.asked.get(`PUT ${id}`), 1);
});

test('five callbacks at once deliver once', async () => {
  const id = await order();
  await pending(id);
  stub.finish(id);
  const answers = await Promise.all([1, 2, 3, 4, 5].map((n) => callBack(id, `evt-${id}-${n}`)));
  assert.deepEqual(await delivered(id), [`CODE-${id}`]);
  for (const { status } of answers) assert.ok(status === 204 || status === 422);
  assert.equal((await callBack(id, `evt-${id}-late`)).status, 422);
});

test('a callback that comes before deliver has answered is not lost', async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  let held = '';
  stub.beforeAnswer = async (orderId) => {
    held = orderId;
    await gate;
  };
  const id = await order();
  await until(() => held === id || undefined);
  // the answer "working" is already made; the supplier delivers and calls back before the shop has read it
  stub.finish(id);
  const { status, text } = await callBack(id);
  assert.equal(status, 204, text);
  open();
  stub.beforeAnswer = async () => {};
  assert.deepEqual(await delivered(id), [`CODE-${id}`]);
});

test('a forged callback asks nobody', async () => {
  const id = await order();
  await pending(id);
  stub.finish(id);
  assert.equal((await callBack(id, 'forged', 'guess')).status, 403);
  assert.equal(
    (await shop.request('/supply/callback', { method: 'POST', body: '{}' })).status,
    403,
  );
  await shop.jobsDone();
  assert.equal((await find(id)).status, 'wait');
  assert.equal((await callBack(id)).status, 204);
  await delivered(id);
});

test('a callback about an unknown order is refused', async () => {
  const answer = await callBack('ID_0000000000000000');
  assert.equal(answer.status, 422, answer.text);
});

for (const { name, run } of HANDLER_CASES) {
  test(`the supplier ${name}`, () =>
    run({
      handler: new SupplierHandler(shop.get(Supplier)),
      settings: { sku: 'UC60' },
      wrongSettings: { sku: 60 },
      callBack: async ({ orderId }) => {
        stub.finish(orderId);
        await callBack(orderId);
      },
    }));
}
