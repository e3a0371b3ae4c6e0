import { randomUUID } from 'node:crypto';
import { judgedFaults, scenarioRecorder } from '../judge/judged-faults.js';
import { recording } from '../judge/recorder.js';
import { percentile } from '../support/faults.js';
import { HttpClient } from '../support/http-client.js';
import type { Siege } from './besieged.js';
import { limitStatuses } from './figures.js';

/** Each of them sends every order, at the same moment. */
const CALLERS = 2;
const PATIENCE_MS = 60_000;
const PAGE = 500;

interface Page {
  readonly next?: string | null;
}

/**
 * Callers of the honest account race each other for its orders: each is sent by all of them at once, and may be charged once. At the end
 * they read the books, and what they saw is judged.
 * @returns in words what came of it
 */
export async function moneyRace(siege: Siege, seconds: number): Promise<string> {
  const { target, faults } = siege;
  const { honest: token, honestId: accountId, plain } = target.shop;
  const recorder = scenarioRecorder();
  recorder.own(token, { accountId });
  const { baseUrl: instance } = target.server;
  const clients = Array.from({ length: CALLERS }, (_, number) => {
    const client = `honest-${number + 1}`;
    return recording(new HttpClient(instance), recorder, { client, instance });
  });
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  const order = async (client: HttpClient, path: string): Promise<void> => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const answer = await client.send(path, { token, signal }).catch(() => undefined);
    const status = answer?.status ?? 'no answer';
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (answer) times.push(answer.ended - answer.begun);
  };
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const path = `/client/api/newOrder/${plain}/params?playerId=1&order_uuid=${randomUUID()}`;
    await Promise.all(clients.map((client) => order(client, path)));
  }
  limitStatuses(faults, 'orders', statuses, ['200']);
  await readBooks(clients[0]!, token);
  for (const client of clients) client.close();
  const judged = judgedFaults(recorder);
  for (const fault of judged.faults) faults.add(fault);
  const [median, slowest] = [percentile(times, 0.5), percentile(times, 1)];
  return `${times.length} answers to ${CALLERS} callers, median ${median.toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms; ${judged.told}`;
}

async function readBooks(client: HttpClient, token: string): Promise<void> {
  await client.send('/client/api/profile', { token });
  for (const list of ['orders', 'statement']) {
    const first = `/client/api/${list}?limit=${PAGE}`;
    let { next } = (await client.send(first, { token })).json as Page;
    while (typeof next === 'string') {
      const page = await client.send(`${first}&cursor=${encodeURIComponent(next)}`, { token });
      next = (page.json as Page).next;
    }
  }
}
