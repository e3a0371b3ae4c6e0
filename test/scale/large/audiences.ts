import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf } from '../../chaos/server.js';
import { HttpClient } from '../../support/http-client.js';
import { createTestDatabase } from '../../support/test-database.js';
import { readingClient } from '../reader.js';
import { Faults } from '../../support/faults.js';
import type { Scenario } from '../scenario.js';
import { WatchedServer } from '../watched-server.js';
import { largeShop, type LargeShop } from './large-shop.js';
import { firstDifference, toldByAnswer, toldBySql } from './told-by-sql.js';

const MEBIBYTE = 2 ** 20;
const AUDIENCES = 100;
/** Resident memory with the settings as they come; docs/scale.md says what it is made of. */
const MAX_RESIDENT_MIB = 768;
const SAMPLING_MS = 50;
/** Time for garbage to be collected before the memory is measured. */
const SETTLING_MS = 5_000;
const PINGING_MS = 100;
const PATHS = ['products', 'tree', 'catalog'];
const COMPARED = 3;

/** Many audiences ask for all of the catalog at the same moment: all are answered, in bounded memory. */
export const audiences: Scenario = {
  title: 'a hundred audiences at once',
  run: async (_random, { stampedeProducts }, say) => {
    const db = await createTestDatabase();
    const shop = await largeShop(db, stampedeProducts, AUDIENCES, AUDIENCES);
    const faults = new Faults();
    const told: string[] = [];
    for (const encoding of ['gzip', 'identity']) {
      told.push(await stampede(shop, encoding, faults));
      say(told.at(-1) ?? '');
    }
    await db.drop();
    return { did: `${stampedeProducts} products; ${told.join('; ')}`, faults: faults.list };
  },
};

/** On a server that has answered nothing before. */
async function stampede(shop: LargeShop, encoding: string, faults: Faults): Promise<string> {
  const server = await WatchedServer.start(addressOf(shop.db));
  const watch = new Watch(server);
  const asked = shop.readers.flatMap(({ token }) => PATHS.map((path) => ({ token, path })));
  // Begins a new measurement, without the start of the server.
  await server.figures();
  const begun = performance.now();
  const statuses = await Promise.all(
    asked.map(({ token, path }) => statusOf(server.baseUrl, path, token, encoding)),
  );
  const seconds = (performance.now() - begun) / 1000;
  const { longestWork } = await server.figures();
  for (const status of statuses) if (status !== 200) faults.add(`${status} for a reader`, encoding);
  await compare(shop, server, faults);
  await sleep(SETTLING_MS);
  const after = (await server.residentBytes()) / MEBIBYTE;
  const { most, longestGap } = await watch.end();
  faults.limit('resident memory', most, MAX_RESIDENT_MIB, 'MiB');
  const code = await server.stop();
  if (code !== 0) faults.add(`the server ended with ${code}`);
  return (
    `${asked.length} × ${encoding} in ${seconds.toFixed(0)} s: at most ${most.toFixed(0)} MiB ` +
    `resident, ${after.toFixed(0)} MiB after, ping at most ${longestGap.toFixed(0)} ms ` +
    `(longest work without a break ${longestWork.toFixed(0)} ms)`
  );
}

/** Looks at the server's memory, and whether it answers others meanwhile. */
class Watch {
  private over = false;
  private most = 0;
  private longestGap = 0;
  private readonly watching: Promise<unknown>;

  constructor(private readonly server: WatchedServer) {
    this.watching = Promise.all([this.watchMemory(), this.ping()]);
  }

  /** The most resident memory in MiB, and the longest that a `ping` took in milliseconds. */
  async end(): Promise<{ most: number; longestGap: number }> {
    this.over = true;
    await this.watching;
    return { most: this.most / MEBIBYTE, longestGap: this.longestGap };
  }

  private async watchMemory(): Promise<void> {
    while (!this.over) {
      this.most = Math.max(this.most, await this.server.residentBytes());
      await sleep(SAMPLING_MS);
    }
  }

  private async ping(): Promise<void> {
    while (!this.over) {
      const begun = performance.now();
      await statusOf(this.server.baseUrl, 'ping', '', 'identity');
      this.longestGap = Math.max(this.longestGap, performance.now() - begun);
      await sleep(PINGING_MS);
    }
  }
}

/** On a connection of its own; the body is thrown away. */
async function statusOf(
  baseUrl: string,
  path: string,
  token: string,
  encoding: string,
): Promise<number> {
  const client = new HttpClient(baseUrl);
  const ask = { token, headers: { 'Accept-Encoding': encoding } };
  const { status } = await client.fetch(`/client/api/${path}`, ask);
  client.close();
  return status;
}

/** What some of the audiences see now is what the database says. */
async function compare(shop: LargeShop, server: WatchedServer, faults: Faults): Promise<void> {
  const client = readingClient(server.baseUrl);
  for (const { token, group } of shop.readers.slice(0, COMPARED)) {
    const { text } = await client.send('/client/api/products', { token });
    const fault = firstDifference(toldByAnswer(text), await toldBySql(shop, group));
    if (fault) faults.add('not what the database says', `group ${group}: ${fault}`);
  }
  client.close();
}
