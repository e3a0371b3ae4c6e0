import { newSecretKey } from '../../src/common/secret-box.js';
import { TestOperator } from '../support/test-operator.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { verified, WebhookReceiver } from '../support/webhook-receiver.js';

let shop: TestShop;
let receiver: WebhookReceiver;
let manager: TestOperator;
let viewer: TestOperator;
let account: TestAccount;

beforeAll(async () => {
  // A shop of its own: it may send to private addresses, where the receiver of the spec listens.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey(), WEBHOOK_ALLOW_PRIVATE: 'on' });
  receiver = await WebhookReceiver.start();
  manager = await TestOperator.of(shop, 'manager');
  viewer = await TestOperator.of(shop, 'viewer');
});
afterAll(async () => {
  await shop.close();
  await receiver.close();
});
beforeEach(async () => {
  account = await shop.account({ balance: '100' });
});

interface Changed {
  readonly url: string;
  readonly secret: string | null;
}

const at = (route: string) => route.replace(':id', String(account.id));
const set = (body: object) => manager.ask(at('PUT accounts/:id/webhook'), { body });
const told = () => receiver.url(`/told/${account.id}`);

describe('the webhook of an account', () => {
  it('is set with a secret that is shown once, shown without it, and ended', async () => {
    expect((await viewer.ask(at('GET accounts/:id/webhook'))).status).toBe(404);
    const { status, json } = await set({ url: told(), balance_low: '50.0' });
    const shown = {
      account_id: account.id,
      url: told(),
      balance_low: '50',
      old_secret_until: null,
      created_at: expect.any(String) as string,
    };
    const { secret } = json as Changed;
    expect([status, json]).toEqual([200, { ...shown, secret }]);
    expect(secret).toMatch(/^whsec_/);
    expect(await viewer.get(at('GET accounts/:id/webhook'))).toEqual(shown);
    expect((await set({ url: `${told()}/2` })).json).toEqual({
      ...shown,
      url: `${told()}/2`,
      secret: null,
    });
    expect((await set({ url: told(), balance_low: null })).json).toMatchObject({
      balance_low: null,
    });
    expect(await manager.get(at('DELETE accounts/:id/webhook'))).toMatchObject({ url: told() });
    for (const route of ['GET accounts/:id/webhook', 'DELETE accounts/:id/webhook']) {
      expect((await manager.ask(at(route))).status).toBe(404);
    }
  });

  it('is made once by many at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => set({ url: told() })));
    const secrets = answers.map(({ json }) => (json as Changed).secret);

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(secrets.filter((secret) => secret !== null)).toHaveLength(1);
  });

  it('gets a new secret, which signs from then on', async () => {
    await set({ url: told() });
    const rotated = await manager.get<Changed & { old_secret_until: string | null }>(
      at('POST accounts/:id/webhook/rotate-secret'),
    );
    expect(rotated.old_secret_until).not.toBeNull();
    expect(await manager.get(at('POST accounts/:id/webhook/test'))).toEqual({
      account_id: account.id,
      http_status: 204,
    });
    const [message] = await receiver.arrived(`/told/${account.id}`, 1);
    expect(verified(rotated.secret ?? '', message!)).toMatchObject({ type: 'ping' });
  });

  it('that does not answer a test well says why, and leaves an audit entry', async () => {
    await set({ url: told() });
    receiver.answers.push(500);
    const { status, json } = await manager.ask(at('POST accounts/:id/webhook/test'));
    expect([status, json]).toEqual([
      409,
      expect.objectContaining({ detail: expect.stringContaining('HTTP 500') as string }),
    ]);
    const entries = await shop.db.query<{ outcome: string }>(
      `SELECT outcome FROM audit_entries WHERE action = 'webhook test'
       AND details ->> 'account' = $1`,
      [String(account.id)],
    );
    expect(entries).toEqual([{ outcome: expect.stringMatching(/^failed: /) as string }]);
  });

  it.each([
    { url: 'ftp://acme.example' },
    { url: 'https://name:password@acme.example' },
    { url: 'x' },
    { url: '' },
    { balance_low: '5' },
    { url: 'https://acme.example', balance_low: '-5' },
    { url: 'https://acme.example', balance_low: 5 },
    { url: 'https://acme.example', secret: 'x' },
  ])('is not set by %j', async (body) => {
    expect((await set(body)).status).toBe(422);
  });

  it('of no account is not found', async () => {
    const body = { url: told() };
    expect((await manager.ask('PUT accounts/999999/webhook', { body })).status).toBe(404);
    expect((await manager.ask('GET webhook-failures?account_id=999999')).status).toBe(404);
  });
});

describe('messages that did not arrive', () => {
  interface Page {
    readonly items: { message_id: string }[];
    readonly next: string | null;
  }

  it('are listed in pages, the last failed first, each once', async () => {
    await shop.db.query(
      `INSERT INTO webhook_failures (message_id, account_id, event_type, attempts, reason, last_failed_at)
       SELECT 'msg_' || number, $1, 'order.accepted', 1, 'it answered HTTP 500',
              '2026-01-01T00:00:00.123456Z'::timestamptz + number / 3 * interval '1 microsecond'
       FROM generate_series(1, 7) AS number`,
      [account.id],
    );
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await viewer.get<Page>(
        `GET webhook-failures?account_id=${account.id}&limit=2${cursor}`,
      );
      seen.push(...page.items.map(({ message_id: id }) => id));
      cursor = page.next === null ? '' : `&cursor=${page.next}`;
    } while (cursor !== '');
    expect(seen).toEqual(['msg_7', 'msg_6', 'msg_5', 'msg_4', 'msg_3', 'msg_2', 'msg_1']);
  });

  it('and were held back are sent or deleted', async () => {
    const release = (body: object) => manager.get('POST webhook-messages/release', { body });
    expect(await release({})).toEqual({ released: 0, dropped: 0 });
    expect(await release({ drop: true })).toEqual({ released: 0, dropped: 0 });
  });
});
