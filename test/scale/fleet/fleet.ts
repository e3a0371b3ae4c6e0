import type { Random } from '../../support/random.js';
import { throughLine } from '../../support/line.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import type { HttpClient } from '../../support/http-client.js';
import { readingClient } from '../reader.js';
import type { Amounts, Scenario } from '../scenario.js';
import { WatchedServer } from '../watched-server.js';
import { calm, cutListeners, cutOff, heldListeners } from './disturbances.js';
import { FleetLine } from './fleet-line.js';
import { freeze } from './freeze.js';
import { Market } from './market.js';
import { Observer } from './observer.js';

/** Two instances on one database, and the lines by which they reach it. */
export interface Fleet {
  readonly db: TestDatabase;
  readonly market: Market;
  readonly observer: Observer;
  readonly clients: readonly HttpClient[];
  /** Others, one for each instance, whose answers are judged at the end of a situation. */
  readonly recorded: readonly HttpClient[];
  /** The direct lines of both, on which they listen. */
  readonly listening: readonly FleetLine[];
  /** The line of the second instance's pool. */
  readonly pooled: FleetLine;
  readonly random: Random;
  readonly amounts: Amounts;
}

/** One situation; tells in words what was measured in it. */
export type Part = (fleet: Fleet) => Promise<string>;

const PARTS: readonly Part[] = [calm, cutListeners, heldListeners, cutOff, freeze];

/** Two instances stay exact and fresh, also when what tells them of changes fails. */
export const fleet: Scenario = {
  title: 'two instances on one database',
  run: async (random, amounts, say) => {
    const db = await createTestDatabase();
    const market = await Market.in(db);
    const one = await FleetLine.to(db);
    const [two, pooled] = [await FleetLine.to(db), await FleetLine.to(db)];
    const servers = [
      await WatchedServer.start({ DATABASE_URL: db.url, DATABASE_DIRECT_URL: direct(db, one) }),
      await WatchedServer.start({
        DATABASE_URL: throughLine(db, pooled.line).url,
        DATABASE_DIRECT_URL: direct(db, two),
      }),
    ];
    const clients = servers.map(({ baseUrl }) => readingClient(baseUrl));
    const recorded = servers.map(({ baseUrl }) => readingClient(baseUrl));
    const observer = new Observer(market, { visible: Infinity, mayDecline: true });
    const listening = [one, two];
    const all = { db, market, observer, clients, recorded, listening, pooled, random, amounts };
    const did = await allParts(all, say);
    for (const client of [...clients, ...recorded]) client.close();
    const codes = await Promise.all(servers.map((server) => server.stop()));
    if (codes.some((code) => code !== 0)) observer.faults.add(`servers ended with ${codes.join()}`);
    await market.close();
    await Promise.all([one, two, pooled].map(({ line }) => line.close()));
    await db.drop();
    return { did, faults: observer.faults.list };
  },
};

async function allParts(all: Fleet, say: (line: string) => void): Promise<string> {
  for (const part of PARTS) say(await part(all));
  const { market, observer } = all;
  return `${market.changes} changes, ${observer.judgedCount} answers judged in ${PARTS.length} situations; see above`;
}

function direct(db: TestDatabase, { line }: FleetLine): string {
  return throughLine(db, line).directUrl;
}
