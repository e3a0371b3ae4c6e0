import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { addressOf, startServer } from '../../chaos/server.js';
import { chaosShop, type ChaosShop } from '../../chaos/shop/chaos-shop.js';
import { SECRET_KEY } from '../../chaos/shop/codes.js';
import type { Finding } from '../../../src/upkeep/doctor/finding.js';
import { judgedFaults } from '../../judge/judged-faults.js';
import { recording } from '../../judge/recorder.js';
import { soukJson } from '../../support/command-line.js';
import { HttpClient } from '../../support/http-client.js';
import { invariantFaults } from '../../support/invariants.js';
import { createTestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { WebhookReceiver, type Received } from '../../support/webhook-receiver.js';
import type { Drill } from '../scenario.js';

const AHEAD_MS = 3_600_000;
const MOVED = new URL('../moved-clock.js', import.meta.url).href;
const SETTINGS = { WEBHOOK_ALLOW_PRIVATE: 'on', SECRET_KEYS: SECRET_KEY };
/** Of what is measured, and of whole seconds in headers. */
const SLACK_MS = 5_000;

/** The clock of one instance is an hour ahead. It is named, and what it sends out has the right time. */
export const movedClock: Drill = {
  title: 'an instance whose clock is an hour ahead',
  run: async (_, { rate }, say) => {
    const db = await createTestDatabase();
    const shop = await chaosShop(db);
    const receiver = await WebhookReceiver.start();
    const settings = { ...SETTINGS, ...addressOf(db) };
    const moved = { ...settings, CLOCK_AHEAD_MS: String(AHEAD_MS) };
    const servers = [await startServer(settings), await startServer(moved, MOVED)];
    try {
      const compared = 'SELECT FROM instance_clocks';
      await until(async () => (await db.query(compared)).length === servers.length);
      await soukJson(settings, 'webhook', 'set', String(shop.accounts[0]?.id), receiver.url('/'));
      const began = Date.now();
      const { recorder } = shop;
      const clients = servers.map(({ baseUrl: instance }) =>
        recording(new HttpClient(instance), recorder, { client: 'reseller', instance }),
      );
      for (let order = 0; order < rate; order++) {
        await place(shop, clients[order % clients.length]!, randomUUID());
      }
      clients.forEach((client) => {
        client.close();
      });
      const messages = await receiver.arrived('/', rate);
      const id = shop.accounts[0]?.id ?? 0;
      for (const { body, at } of messages) recorder.hear(id, body, at);
      const off = messages.map((message) => secondsOff(message, began, Date.now()));
      say(`${messages.length} messages, off by ${Math.max(...off)} s at most`);
      const faults = off.some((seconds) => seconds * 1000 > SLACK_MS)
        ? [`a message is off by ${Math.max(...off)} s`]
        : [];
      const findings = await soukJson<Finding[]>(settings, 'doctor');
      const named = findings.find(({ check }) => check === 'clocks')?.message ?? '';
      if (!named.startsWith(`the clock of ${hostname()} differs by 36`)) faults.push(named);
      faults.push(...(await invariantFaults(db)));
      const judged = judgedFaults(recorder);
      faults.push(...judged.faults);
      const did = `${messages.length} messages, off by ${Math.max(...off)} s at most; ${judged.told}`;
      return { did, faults };
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
      await receiver.close();
      await db.drop();
    }
  },
};

/** An order that is delivered at once, of which a webhook tells. */
async function place(shop: ChaosShop, client: HttpClient, uuid: string): Promise<void> {
  const path = `/client/api/newOrder/${shop.products.atOnce}/params?order_uuid=${uuid}&playerId=1`;
  const { status, text } = await client.send(path, { token: shop.accounts[0]?.token ?? '' });
  if (status !== 200) throw new Error(text);
}

/** How far the times of a message are from the time in which it was written. */
function secondsOff({ event, headers }: Received, began: number, ended: number): number {
  const times = [Date.parse(event.timestamp), Number(headers['webhook-timestamp']) * 1000];
  const off = times.map((time) => Math.max(began - time, time - ended, 0));
  return Math.round(Math.max(...off) / 100) / 10;
}
