import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { openTestServer } from '../support/test-server.js';
import type { TestShop } from '../support/test-shop.js';
import type { Measured } from './asking.js';
import { measureShop } from './measured-shop.js';
import { startShopOf } from './orders-shop.js';
import { faultOf, plansTable } from './plans-report.js';

/** `npm run plans -- --orders 20000 --explain`: a smaller shop, and the whole plans of what reads too much. */
const { orders: given, explain } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    explain: { type: 'boolean', default: false },
  },
}).values;

async function run(orders: number): Promise<void> {
  console.log(`making a shop with ${orders} orders`);
  const shop = await startShopOf(orders);
  try {
    const { lists, sums } = await measureShop(shop, (line) => {
      console.log(line);
    });
    const [server] = await shop.db.query<{ server_version: string }>('SHOW server_version');
    console.log(`\n${plansTable(lists)}\n\n${plansTable(sums)}\n`);
    const wrong = [...lists, ...sums].filter((one) => faultOf(one) !== undefined);
    const [cpu] = cpus();
    console.log(
      `${orders} orders; ${cpus().length} cores of ${cpu?.model ?? 'an unknown processor'}, ` +
        `Node ${process.versions.node}, PostgreSQL ${server?.server_version ?? ''}; ${wrong.length} faults`,
    );
    for (const one of wrong) {
      console.log(`FAULT ${one.asked} (${one.page}): ${faultOf(one)}`);
      if (explain) await printPlans(shop, one);
    }
    if (wrong.length > 0) process.exitCode = 1;
  } finally {
    await shop.close();
  }
}

async function printPlans(shop: TestShop, { statements }: Measured): Promise<void> {
  for (const { sql, parameters } of statements) {
    const rows = await shop.db.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE) ${sql}`,
      parameters,
    );
    console.log(rows.map((row) => row['QUERY PLAN']).join('\n'));
  }
}

// It must not fill a database of the user's.
delete process.env.TEST_DATABASE_URL;
delete process.env.DATABASE_URL;
const server = await openTestServer();
const interrupted = (): void => {
  void server.close().finally(() => process.exit(1));
};
process.once('SIGTERM', interrupted).once('SIGINT', interrupted);
await run(Number(given)).finally(() => server.close());
