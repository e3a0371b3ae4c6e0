import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { vi } from 'vitest';
import { WebhookService } from '../../src/account/webhooks/settings/webhook.service.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { ClockWatch } from '../../src/database/clock/clock-watch.js';
import { pollDelaySeconds } from '../../src/fulfillment/upstream/purchase/polling-delay.js';
import { souk } from '../support/command-line.js';
import { operatorBrowser } from '../support/console-operator.js';
import { Instance } from '../support/instance.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const HOUR_MS = 3_600_000;

let shop: TestShop;
let receiver: WebhookReceiver;
let logged: number;

beforeAll(async () => {
  // A shop of its own: it seems to have other instances, and may send webhooks into a private network.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey(), WEBHOOK_ALLOW_PRIVATE: 'on' });
  receiver = await WebhookReceiver.start();
  await until(async () => (await shop.db.query('SELECT FROM instance_clocks')).length === 1);
});
beforeEach(() => {
  logged = shop.logs().length;
});
afterEach(async () => {
  vi.useRealTimers();
  await shop.db.query("DELETE FROM instance_clocks WHERE host LIKE 'other%'");
  await shop.service(ClockWatch).run();
});
afterAll(async () => {
  await shop.close();
  await receiver.close();
});

/** Another instance, by what the clock of the database shows more than its own. */
async function other(host: string, offsetMs: number): Promise<void> {
  await shop.db.query('INSERT INTO instance_clocks (id, host, offset_ms) VALUES ($1, $2, $3)', [
    randomUUID(),
    host,
    offsetMs,
  ]);
}

/** Moves the clock of this instance. @returns the time that was right then */
async function moved(byMs: number): Promise<number> {
  const rightMs = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: rightMs + byMs });
  await shop.service(ClockWatch).run();
  return rightMs;
}

/** Of this test. */
const warnings = (): string[] =>
  shop
    .logs()
    .slice(logged)
    .map((line) => JSON.parse(line) as { level: number; msg: string })
    .filter(({ level, msg }) => level === 40 && msg.includes('clock'))
    .map(({ msg }) => msg);

const told = async (): Promise<string> => {
  const { out } = await souk(shop, 'doctor');
  return /^(?:ok|warn) +clocks: .*$/m.exec(out)?.[0] ?? out;
};

/** The time of a webhook that is sent now, in its body and in its signed header. */
async function timesOfPing(): Promise<[body: number, header: number]> {
  const account = await shop.account();
  const path = `/${account.id}`;
  const webhooks = shop.service(WebhookService);
  await shop.inTransaction((manager) =>
    webhooks.set(account.id, receiver.url(path), undefined, manager),
  );
  await webhooks.ping(account.id);
  const [message] = await receiver.arrived(path, 1);
  const header = Number(message?.headers['webhook-timestamp']) * 1000;
  return [Date.parse(message?.event.timestamp ?? ''), header];
}

it('clocks that agree are worth no word', async () => {
  await other('other-1', 1_500);
  await shop.service(ClockWatch).run();
  expect(warnings()).toEqual([]);
  expect(await told()).toMatch(/^ok +clocks: .* agree$/);
});

it('an instance that differs from all others is named, and goes by the clock of the database', async () => {
  await other('other-1', 20);
  const rightMs = await moved(HOUR_MS);
  const [sentence = '', ...others] = warnings();
  expect(sentence).toMatch(
    /^the clock of \S+ differs by 3\d+\.\d seconds from all others; have NTP set it$/,
  );
  expect(sentence).toContain(` ${hostname()} `);
  expect(others).toEqual([]);
  await shop.service(ClockWatch).run();
  expect(warnings()).toEqual([sentence]);
  expect(await told()).toContain(`warn  clocks: the clock of ${hostname()} differs by 3`);

  for (const time of await timesOfPing()) {
    expect(Math.abs(time - rightMs)).toBeLessThan(HOUR_MS / 2);
  }
  const [stamped] = await shop.db.query<{ now: Date }>('SELECT now()');
  expect(pollDelaySeconds(stamped!.now, 'waiting')).toBeLessThan(300);
});

it('a database that differs from all instances is named, and they go by their own clocks', async () => {
  await other('other-1', -HOUR_MS);
  await other('other-2', -HOUR_MS);
  // As if the database were an hour behind.
  const rightMs = await moved(HOUR_MS);
  expect(await told()).toMatch(/^warn +clocks: the clock of the database differs by 3/);
  for (const time of await timesOfPing()) {
    expect(Math.abs(time - (rightMs + HOUR_MS))).toBeLessThan(HOUR_MS / 2);
  }
});

it('the first page names who differs, for those who may see the settings', async () => {
  const owner = await operatorBrowser(shop, 'owner');
  const viewer = await operatorBrowser(shop, 'viewer');
  expect((await owner.open('/console')).text).not.toContain('Clocks that differ');
  await other('other-1', 3 * HOUR_MS);
  expect((await owner.open('/console')).text).toMatch(
    /Clocks that differ Differs from all others by 10,800 seconds: other-1\./,
  );
  expect((await viewer.open('/console')).text).not.toContain('other-1');
});

it('an instance that has stopped, or was killed, is compared no longer', async () => {
  const hosts = () => shop.db.query('SELECT host FROM instance_clocks ORDER BY host');
  const own = { host: hostname() };
  // A shop of its own: another instance of it is killed.
  const second = await Instance.beside(shop);
  await until(async () => (await hosts()).length === 2);
  expect(await hosts()).toEqual([own, own]);
  await second.close();
  expect(await hosts()).toEqual([own]);

  await other('other-1', HOUR_MS);
  await shop.db.query(
    "UPDATE instance_clocks SET seen_at = now() - interval '3 minutes' WHERE host = 'other-1'",
  );
  expect(await told()).toMatch(/^ok /);
});
