import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startTestShop, type TestShop } from 'souk/testing';

const SECRET = 'of the gateway';
/** What the gateway was asked for. */
const asked: string[] = [];
const gateway = createServer((request, response) => {
  request.resume();
  asked.push(request.url ?? '');
  response.end('{}');
});
let shop: TestShop;

before(async () => {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  shop = await startTestShop({
    extensions: ['./dist/src/extension.js'],
    settings: { TOPUP_URL: url, TOPUP_SECRET: SECRET },
  });
});
after(async () => {
  await shop.close();
  gateway.closeAllConnections();
  gateway.close();
});

const tell = (payment: string, secret = SECRET) => {
  const body = JSON.stringify({ payment });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return shop.request('/topup/webhook', {
    method: 'POST',
    body,
    headers: { 'x-signature': signature },
  });
};

async function operate(...words: string[]) {
  const { code, out, err } = await shop.souk('topup', ...words, '--json');
  return {
    code,
    err,
    answer: code === 0 ? (JSON.parse(out) as Record<string, string>) : undefined,
  };
}

async function begun(id: number, usd: string) {
  const { answer, err } = await operate('start', String(id), '--usd', usd);
  return answer?.['payment'] ?? assert.fail(err);
}

const balance = async (id: number) =>
  (
    await shop.query<{ balance: number }>('SELECT balance::float FROM accounts WHERE id = $1', [id])
  )[0]?.balance;

test('a payment is deposited once, however often and at once the gateway tells of it', async () => {
  const { id } = await shop.account({ balance: '1' });
  const payment = await begun(id, '2.5');
  assert.ok(asked.includes(`/payments/${payment}`));
  assert.equal((await tell(payment, 'guess')).status, 403);
  assert.equal(await balance(id), 1);
  const answers = await Promise.all(Array.from({ length: 100 }, () => tell(payment)));
  for (const { status, json } of answers)
    assert.deepEqual([status, json], [200, { balance: '3.5' }]);
  assert.equal(await balance(id), 3.5);
  assert.equal((await tell(payment)).status, 200);
  assert.equal((await tell('unknown')).status, 422);
});

test('a payment is paid back once, and not if it is spent', async () => {
  const { id } = await shop.account();
  const payment = await begun(id, '5');
  const early = await operate('refund', String(id), '--payment', payment);
  assert.match(early.err, /is not paid/);
  await tell(payment);
  for (const _ of [1, 2]) {
    const { answer, err } = await operate('refund', String(id), '--payment', payment);
    assert.equal(answer?.['balance'], '0', err);
  }
  assert.equal(await balance(id), 0);

  const other = await shop.account();
  const spent = await begun(other.id, '5');
  await tell(spent);
  const product = await shop.product({ price: '5' });
  await shop.request(
    `/client/api/newOrder/${product}/params?qty=1&order_uuid=0d7e3a4e-7f6f-4a51-9c55-3d2f2a3f1c11`,
    { token: other.token },
  );
  const refused = await operate('refund', String(other.id), '--payment', spent);
  assert.notEqual(refused.code, 0);
  assert.ok(!asked.includes(`/refunds/${spent}`));
});
