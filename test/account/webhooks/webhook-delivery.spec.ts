import { randomUUID } from 'node:crypto';
import { WebhookJob } from '../../../src/account/webhooks/delivery/webhook.job.js';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { souk } from '../../support/command-line.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { verified, WebhookReceiver, type Received } from '../../support/webhook-receiver.js';

const KEY = newSecretKey();

let shop: TestShop;
let closed: TestShop;
let receiver: WebhookReceiver;
let product: number;

beforeAll(async () => {
  // A shop of its own: it may send webhooks into a private network, which is a setting, and its keys are replaced.
  shop = await startTestShop({ SECRET_KEYS: KEY, WEBHOOK_ALLOW_PRIVATE: 'on' });
  // A shop of its own: it may not.
  closed = await startTestShop({ SECRET_KEYS: KEY, WEBHOOK_ALLOW_PRIVATE: 'off' });
  receiver = await WebhookReceiver.start();
  product = await shop.product();
});
afterAll(async () => {
  await shop.close();
  await closed.close();
  await receiver.close();
});

interface Settings {
  /** Others than those of the running shop. */
  readonly keys?: string;
  readonly to?: TestShop;
}

/** Runs a command. @returns its document, or its error message as `err`. */
async function command(
  words: readonly (string | number)[],
  { keys, to = shop }: Settings = {},
): Promise<Record<string, unknown> & { err: string }> {
  const target =
    keys === undefined
      ? to
      : { DATABASE_URL: to.db.url, SECRET_KEYS: keys, WEBHOOK_ALLOW_PRIVATE: 'on' };
  const { out, err } = await souk(target, ...words.map(String), '--json');
  return { ...(JSON.parse(out === '' ? '{}' : out) as Record<string, unknown>), err };
}

async function failuresOf(accountId: number, to = shop): Promise<Record<string, unknown>[]> {
  const words = ['webhook', 'failures', '--account', accountId];
  const { err, ...rows } = await command(words, { to });
  expect(err).toBe('');
  return Object.values(rows) as Record<string, unknown>[];
}

/** The same, once there are any. */
function failures(accountId: number, to = shop): Promise<Record<string, unknown>[]> {
  return until(async () => {
    const rows = await failuresOf(accountId, to);
    return rows.length > 0 && rows;
  });
}

/** An account with a webhook, and a way to make one message for it. */
async function told(to = shop) {
  const { id, api } = await to.account({ balance: '100' });
  const path = `/told/${randomUUID()}?key=IN-THE-URL`;
  const { secret } = await command(['webhook', 'set', id, receiver.url(path)], { to });
  const tell = async (): Promise<void> => {
    const item = to === shop ? product : await to.product();
    const { json } = await api(`/client/api/newOrder/${item}/params?order_uuid=${randomUUID()}`);
    const { order_id: orderId } = (json as { data: { order_id: string } }).data;
    await to.service(OrderCloseService).accept(orderId, { actor: 'test' });
  };
  return { id, path, secret: String(secret), tell };
}

describe('a receiver that fails', () => {
  it('gets the same message again, signed anew', async () => {
    const account = await told();
    receiver.answers.push(500);
    await account.tell();

    const [first] = (await receiver.arrived(account.path, 1)) as [Received];
    expect(await failures(account.id)).toMatchObject([
      { event: 'order.accepted', attempts: 1, reason: 'it answered HTTP 500' },
    ]);
    // The next attempt is due at once, but in another second than the first.
    const sentAt = Number(first.headers['webhook-timestamp']);
    await until(() => Math.floor(Date.now() / 1000) > sentAt);
    await shop.db.query(
      `UPDATE pgboss.job SET start_after = now()
       WHERE name = 'webhook' AND state = 'created' AND data ->> 'accountId' = $1`,
      [String(account.id)],
    );
    const [, second] = (await receiver.arrived(account.path, 2)) as [Received, Received];

    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-timestamp']).not.toBe(first.headers['webhook-timestamp']);
    verified(account.secret, first);
    verified(account.secret, second);
    await until(async () => (await failuresOf(account.id)).length === 0);
  });

  it('is asked with growing pauses, ten times, and then no more', async () => {
    const account = await told();
    const attempt = { accountId: account.id, id: 'msg_x', type: 'order.accepted', body: '{}' };
    const pauses: number[] = [];
    const nextJob = `
      DELETE FROM pgboss.job WHERE name = 'webhook' AND data ->> 'id' = 'msg_x'
      RETURNING extract(epoch FROM start_after - created_on)::int AS pause`;

    for (let number = 1; number <= 10; number += 1) {
      receiver.answers.push(number % 2 === 0 ? 302 : undefined);
      await shop.service(WebhookJob).run({ ...attempt, attempt: number });
      pauses.push(...(await shop.db.query<{ pause: number }>(nextJob)).map(({ pause }) => pause));
    }

    expect(receiver.received.filter(({ path }) => path === account.path)).toHaveLength(10);
    expect(pauses).toHaveLength(9);
    expect(pauses).toEqual(pauses.toSorted((left, right) => left - right));
    expect(await failuresOf(account.id)).toMatchObject([
      { attempts: 10, reason: 'it answered HTTP 302', next_try_at: null },
    ]);
  });

  it('is never asked again once it answers 410', async () => {
    const account = await told();
    receiver.answers.push(410);
    await account.tell();

    expect(await failures(account.id)).toMatchObject([
      { next_try_at: null, reason: 'it answered HTTP 410: the webhook was switched off' },
    ]);
    const { err } = await command(['webhook', 'show', account.id]);
    expect(err).toContain(`Account ${account.id} has no webhook`);
    await account.tell();
    await shop.jobsDone('webhook', account.id);
    expect(await receiver.arrived(account.path, 1)).toHaveLength(1);
  });

  it('never has its secret or address in the log', async () => {
    const account = await told();
    receiver.answers.push(500);
    await account.tell();
    await failures(account.id);
    const log = shop.logs().join('\n');
    expect(log).toContain('a webhook message did not arrive');
    expect(log).not.toContain('whsec_');
    expect(log).not.toContain('IN-THE-URL');
  });
});

describe('a webhook to an address of our own network', () => {
  it('is refused at the attempt, and nobody is connected to', async () => {
    const account = await told(closed);
    await account.tell();

    expect(await failures(account.id, closed)).toMatchObject([
      { attempts: 1, reason: expect.stringContaining('is not on the public internet') as string },
    ]);
    const { err } = await command(['webhook', 'test', account.id], { to: closed });
    expect(err).toMatch(/^The test did not arrive: 127\.0\.0\.1 is not on the public internet/);
    expect(receiver.received.filter(({ path }) => path === account.path)).toEqual([]);
    await command(['webhook', 'off', account.id], { to: closed });
  });
});

describe('the operator', () => {
  it('sets, shows, tests and ends a webhook', async () => {
    const { id } = await shop.account();
    const url = receiver.url(`/own/${id}`);

    const set = await command(['webhook', 'set', id, `${url}#x`, '--balance-low', '5.50']);
    expect(set).toMatchObject({ account_id: id, url, balance_low: '5.5' });
    expect(set.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);

    const ping = await command(['webhook', 'test', id]);
    expect(ping).toMatchObject({ account_id: id, http_status: 204 });
    const [message] = await receiver.arrived(`/own/${id}`, 1);
    expect(verified(String(set.secret), message!)).toMatchObject({ type: 'ping' });

    const again = await command(['webhook', 'set', id, `${url}/2`]);
    expect(again).toMatchObject({ url: `${url}/2`, balance_low: '5.5' });
    expect(again).not.toHaveProperty('secret');
    const shown = await command(['webhook', 'set', id, url, '--balance-low', 'off']);
    expect(shown).toMatchObject({ balance_low: null });
    expect(await command(['webhook', 'show', id])).toEqual(shown);

    expect((await command(['webhook', 'off', id])).err).toBe('');
    expect((await command(['webhook', 'off', id])).err).toContain('has no webhook');
  });

  it('changes the secret while the old one signs as well, for a day', async () => {
    const account = await told();
    const { secret, old_secret_until: until } = await command([
      'webhook',
      'rotate-secret',
      account.id,
    ]);
    expect(Date.parse(String(until)) - Date.now()).toBeGreaterThan(23 * 3_600_000);

    await command(['webhook', 'test', account.id]);
    const [both] = (await receiver.arrived(account.path, 1)) as [Received];
    verified(account.secret, both);
    verified(String(secret), both);

    await shop.db.query(
      `UPDATE account_webhooks SET previous_until = now() - interval '1 second' WHERE account_id = $1`,
      [account.id],
    );
    await command(['webhook', 'test', account.id]);
    const [, one] = (await receiver.arrived(account.path, 2)) as [Received, Received];
    verified(String(secret), one);
    expect(() => verified(account.secret, one)).toThrow();
  });

  it('keeps secrets sealed, and under a newer key after a rotation', async () => {
    const account = await told();
    const [row] = await shop.db.query<{ sealed: Buffer }>(
      'SELECT sealed_secret AS sealed FROM account_webhooks WHERE account_id = $1',
      [account.id],
    );
    expect(row?.sealed.toString('latin1')).not.toContain(account.secret.slice(6));
    const newer = newSecretKey();

    expect((await command(['codes', 'rotate'], { keys: `${newer},${KEY}` })).err).toBe('');
    expect((await command(['webhook', 'test', account.id], { keys: newer })).err).toBe('');
    expect((await command(['webhook', 'test', account.id])).err).toContain('SECRET_KEYS');
    await command(['codes', 'rotate'], { keys: `${KEY},${newer}` });
    expect((await command(['webhook', 'test', account.id])).err).toBe('');
  });

  it('is told in one sentence what cannot be', async () => {
    const { id } = await shop.account();
    const url = 'https://receiver.example/';
    expect((await command(['webhook', 'set', id, url], { keys: '' })).err).toBe(
      'This needs a secret key. Whoever runs the server puts one into SECRET_KEYS. See "souk secret-key".\n',
    );
    expect((await command(['webhook', 'set', id, 'ftp://x'])).err).toContain('http://');
    const { err } = await command(['webhook', 'set', id, 'https://me:hush@receiver.example/']);
    expect(err).toMatch(/^Please leave out the user name and password of the address/);
    expect(err).not.toContain('hush');
    for (const amount of ['-1', 'NaN', '1e3']) {
      const refused = await command(['webhook', 'set', id, url, `--balance-low=${amount}`]);
      expect(refused.err).toContain('must be USD');
    }
    expect((await command(['webhook', 'set', 999, url])).err).toContain('There is no account 999');
    expect((await command(['webhook', 'show', id])).err).toContain('has no webhook');
  });
});
