import { addressOf } from '../../chaos/server.js';
import { createTestDatabase } from '../../support/test-database.js';
import type { HttpClient } from '../../support/http-client.js';
import { readingClient } from '../reader.js';
import { Faults } from '../../support/faults.js';
import type { Scenario } from '../scenario.js';
import { WatchedServer } from '../watched-server.js';
import { Crowd } from './crowd.js';
import { largeShop, type LargeShop } from './large-shop.js';
import { Pauses } from './pauses.js';

type Work = (server: WatchedServer, client: HttpClient) => Promise<string>;

/** A catalog of 100,000 products: no answer holds up the others, many audiences fit into memory, and all is right. */
export const large: Scenario = {
  title: 'a large catalog',
  run: async (random, { products, accounts, seconds }, say) => {
    const db = await createTestDatabase();
    const shop = await largeShop(db, products, accounts);
    const faults = new Faults();
    const works: Work[] = [
      (server, client) => new Pauses(shop, server, client, faults).measure(random.fork(), seconds),
      (server, client) => new Crowd(shop, server, client, faults).read(random.fork()),
    ];
    const told: string[] = [];
    for (const work of works) {
      told.push(await onFreshServer(shop, faults, work));
      say(told.at(-1) ?? '');
    }
    await db.drop();
    return { did: `${products} products; ${told.join('; ')}`, faults: faults.list };
  },
};

/** A server with its settings as they come. */
async function onFreshServer({ db }: LargeShop, faults: Faults, work: Work): Promise<string> {
  const server = await WatchedServer.start(addressOf(db));
  const client = readingClient(server.baseUrl);
  const told = await work(server, client);
  client.close();
  const code = await server.stop();
  if (code !== 0) faults.add(`the server ended with ${code}`);
  return told;
}
