import { addressOf } from '../../chaos/server.js';
import { CHAOS_SETTINGS, type ChaosShop } from '../../chaos/shop/chaos-shop.js';
import { OrderBook } from '../../chaos/shop/order-book.js';
import { OrderClient } from '../../chaos/shop/order-client.js';
import { deliveriesEnded, sweep } from '../../chaos/shop/sweep.js';
import { judgedFaults } from '../../judge/judged-faults.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import type { HttpClient } from '../../support/http-client.js';
import { readingClient } from '../reader.js';
import { Faults } from '../../support/faults.js';
import type { Scenario } from '../scenario.js';
import { Day, ROUTES } from '../soak/day.js';
import { soakShop } from '../soak/soak-shop.js';
import { WatchedServer } from '../watched-server.js';
import { PgBouncer } from './pgbouncer.js';

/** As many as the mixed load of the soak places in a minute. */
const ORDERS_A_MINUTE = 900;
/** Orders of one question. */
const ASKED = 100;

/** Orders and reads through PgBouncer in transaction mode: no error, and the answers of a server without it. */
export const pooler: Scenario = {
  title: 'through PgBouncer in transaction mode',
  run: async (random, { orders }, say) => {
    if (!(await PgBouncer.isInstalled())) {
      say(
        'PgBouncer is not installed (Debian: apt install pgbouncer), so nothing was proven here.',
      );
      return { did: 'skipped: PgBouncer is not installed', faults: [] };
    }
    const db = await createTestDatabase();
    const shop = await soakShop(db);
    const bouncer = await PgBouncer.before(db.url);
    const [direct, pooled] = [await start(db), await start({ ...db, url: bouncer.url })];
    const clients = { read: readingClient(pooled.baseUrl), order: new OrderClient(shop) };
    clients.order.connect(pooled.baseUrl);
    const [book, faults] = [new OrderBook(), new Faults()];
    const day = new Day(shop, book, clients, faults, orders / ORDERS_A_MINUTE);
    await day.live(random);
    for (const fault of await deliveriesEnded(db)) faults.add(fault);
    const other = readingClient(direct.baseUrl);
    const compared = await compare(shop, book, [clients.read, other], faults);
    await clients.order.readBooks();
    clients.order.disconnect();
    const judged = judgedFaults(shop.recorder);
    for (const fault of judged.faults) faults.add(fault);
    for (const client of [clients.read, other]) client.close();
    for (const server of [direct, pooled]) {
      const code = await server.stop();
      if (code !== 0) faults.add(`a server ended with ${code}`);
    }
    await bouncer.stop();
    for (const fault of await sweep(shop, book)) faults.add(fault);
    await db.drop();
    const { order = 0, ...others } = book.tally;
    if (Object.keys(others).length > 0) faults.add('not an order', JSON.stringify(others));
    const did = `${day.reads} reads, ${order} orders, ${compared} answers compared with those of a server without it; ${judged.told}`;
    return { did, faults: faults.list };
  },
};

function start(db: Pick<TestDatabase, 'url' | 'directUrl'>): Promise<WatchedServer> {
  return WatchedServer.start({ ...CHAOS_SETTINGS, ...addressOf(db) });
}

/** What both servers say now that nothing changes any more. @returns how many answers were compared. */
async function compare(
  { accounts }: ChaosShop,
  book: OrderBook,
  servers: readonly HttpClient[],
  faults: Faults,
): Promise<number> {
  let compared = 0;
  for (const [index, { token }] of accounts.entries()) {
    const own = book.orders.filter(({ account }) => account === index).slice(0, ASKED);
    const paths = [
      ...ROUTES,
      `check?uuid=1&orders=${own.map(({ uuid }) => uuid).join()}`,
      // Sent again they are answered as they are now.
      ...own.slice(0, 10).map(({ path, uuid }) => `newOrder/${path}&order_uuid=${uuid}`),
    ];
    for (const path of paths) {
      const [one, two] = await Promise.all(
        servers.map((server) => server.send(`/client/api/${path}`, { token })),
      );
      compared += 1;
      const same = one?.text === two?.text && one?.headers.etag === two?.headers.etag;
      if (!same || one?.status !== 200) faults.add('another answer than without it', path);
    }
  }
  return compared;
}
