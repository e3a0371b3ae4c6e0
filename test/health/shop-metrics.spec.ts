import { Registry } from 'prom-client';
import { SOUK_VERSION } from '../../src/common/package-version.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import type { NotificationRecipient } from '../../src/notifications/recipients/recipient.entity.js';
import { NoticeSender } from '../../src/notifications/sending/notice-sender.js';
import { souk } from '../support/command-line.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

let shop: TestShop;
let receiver: WebhookReceiver;

beforeAll(async () => {
  // A shop of its own: its metrics are those of a whole shop, and it may send webhooks to this machine.
  shop = await startTestShop({
    SECRET_KEYS: newSecretKey(),
    WEBHOOK_ALLOW_PRIVATE: 'on',
    ERROR_HTTP_STATUS: 'always-200',
  });
  receiver = await WebhookReceiver.start();
  // Before the first scrape, since what is counted then is good for some seconds.
  await shop.db.query(`
    INSERT INTO code_stocks (name, low_stock) VALUES ('gold', 40);
    INSERT INTO suppliers (name, base_url, sealed_token, balance, low_balance)
    VALUES ('acme', '', '', 12.5, 20), ('silent', '', '', NULL, NULL)`);
  for (const expires of [`now() + interval '6 days'`, `now() + interval '8 days'`, `now()`]) {
    const { id } = await shop.account();
    await shop.db.query(
      `UPDATE access_tokens SET expires_at = ${expires} WHERE account_id = ${id}`,
    );
  }
});
afterAll(async () => {
  await shop.close();
  await receiver.close();
});

/** The values of a metric by their labels. */
async function valuesOf(name: string): Promise<Record<string, number>> {
  const text = await shop.service(Registry).metrics();
  const lines = text.matchAll(new RegExp(`^${name}(?:{(.*)})? (\\S+)$`, 'gm'));
  return Object.fromEntries([...lines].map(([, labels = '', value]) => [labels, Number(value)]));
}

describe('the metrics of a shop', () => {
  it('name the version', async () => {
    const labels = `version="${SOUK_VERSION}",node="${process.versions.node}"`;
    expect(await valuesOf('souk_build_info')).toEqual({ [labels]: 1 });
  });

  it('count and time requests by their family and by how they ended, whatever the mode of errors', async () => {
    const account = await shop.account();
    const asked = ['profile', 'profile', 'content/0', 'content/999999', 'ping'];
    for (const path of asked) {
      expect((await account.api(`/client/api/${path}`)).status).toBe(200);
    }
    expect((await shop.requestPage('/console/sign-in')).status).toBe(200);
    expect((await shop.requestPage('/nowhere')).status).toBe(404);
    const expected = {
      'family="account",status="2xx"': 2,
      'family="catalog",status="2xx"': 1,
      'family="catalog",status="4xx"': 1,
      'family="health",status="2xx"': 1,
      'family="console",status="2xx"': 1,
      'family="other",status="4xx"': 1,
    };
    // A request is counted when its connection has noticed the end of the answer.
    const counted = await until(async () => {
      const values = await valuesOf('souk_request_duration_seconds_count');
      const isCounted = (labels: string): boolean => (values[labels] ?? 0) > 0;
      return Object.keys(expected).every(isCounted) && values;
    });
    // The answers are checked against the description, which is a file.
    expect(counted).toEqual({ ...expected, 'family="files",status="2xx"': 1 });
  });

  it('tell stocks and suppliers, each with its own mark, and the tokens that end within a week', async () => {
    expect(await valuesOf('souk_codes_free')).toEqual({ 'stock="gold"': 0 });
    expect(await valuesOf('souk_codes_warn_below')).toEqual({ 'stock="gold"': 40 });
    expect(await valuesOf('souk_supplier_balance')).toEqual({ 'supplier="acme"': 12.5 });
    expect(await valuesOf('souk_supplier_warn_below')).toEqual({ 'supplier="acme"': 20 });
    expect(await valuesOf('souk_tokens_ending')).toEqual({
      'kind="account"': 1,
      'kind="operator"': 0,
    });
    expect(await valuesOf('souk_backup_last_timestamp_seconds')).toEqual({});
  });

  it('count what becomes of messages and of jobs', async () => {
    const account = await shop.account();
    const set = await souk(shop, 'webhook', 'set', String(account.id), receiver.url('/hook'));
    expect(set.code).toBe(0);
    const message = (id: string) =>
      shop.db.query(`INSERT INTO pgboss.job (name, data) VALUES ('webhook', $1)`, [
        JSON.stringify({ accountId: account.id, id, type: 'ping', body: '{}', attempt: 1 }),
      ]);
    receiver.answers.push(204);
    await message('msg_1');
    await receiver.arrived('/hook', 1);
    receiver.answers.push(500);
    await message('msg_2');
    await receiver.arrived('/hook', 2);
    await until(async () => (await valuesOf('souk_webhook_attempts_total'))['outcome="failed"']);
    expect(await valuesOf('souk_webhook_attempts_total')).toEqual({
      'outcome="delivered"': 1,
      'outcome="failed"': 1,
      'outcome="given_up"': 0,
      'outcome="gone"': 0,
    });

    // There is no mail server.
    const recipient = { kind: 'email', address: 'ops@shop.example' } as NotificationRecipient;
    const notice = { id: 'msg_3', type: 'test', body: '{"type":"test","data":{}}' };
    await shop.service(NoticeSender).attempt(recipient, notice);
    expect(await valuesOf('souk_notification_attempts_total')).toEqual({
      'kind="email",outcome="failed"': 1,
    });

    // The statement of this job fails.
    await shop.db.query(
      `INSERT INTO pgboss.job (name, data) VALUES ('fulfillment', '{"accountId": "no number", "orderId": "ID_1"}')`,
    );
    await until(async () => (await valuesOf('souk_job_failures_total'))['queue="fulfillment"']);
    expect((await valuesOf('souk_job_failures_total'))['queue="webhook"']).toBe(0);
  });
});
