import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import { databaseUrl, onServer } from '../../support/server-connection.js';
import { PostgresServer } from '../cluster.js';
import { needing } from '../programs.js';
import { RecoveredShop, type Settlement } from '../recovered-shop.js';
import type { Amounts, Drill } from '../scenario.js';

/** As docs/backup.md exchanges the databases. */
const CUT = [
  'ALTER DATABASE souk ALLOW_CONNECTIONS false',
  "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'souk'",
];
const EXCHANGE =
  'BEGIN; ALTER DATABASE souk RENAME TO souk_lost; ALTER DATABASE souk_restored RENAME TO souk; COMMIT';

/** A transaction that began before the backup may have ended after it. */
const SOLD_SINCE = `
  SELECT encode(code_hash, 'hex') AS hash FROM stock_codes
  WHERE stock = 'chaos' AND delivered_at >= $1::timestamptz - interval '1 hour'`;

/** A backup is restored beside the database of running servers, and takes its place. */
export const restoredBackup: Drill = needing(['postgresql', 'haproxy'], {
  title: 'a backup takes the place of the database under running servers',
  run: async (random, amounts, say) =>
    RecoveredShop.run(await PostgresServer.primary(), random, (shop) =>
      goBack(shop, random, amounts, say),
    ),
});

async function goBack(
  shop: RecoveredShop,
  random: Random,
  { rate, resold }: Amounts,
  say: (line: string) => void,
): Promise<Findings> {
  const { load, primary } = shop;
  load.start(rate);
  await shop.resell(resold);
  const faults = await shop.deliver();
  shop.supplierFault = 'lost';
  await shop.resell(resold);
  const backup = join(shop.folder, 'souk.backup');
  await shop.souk(shop.shop.db, 'backup', backup);
  shop.supplierFault = 'none';
  await shop.resell(resold);
  await sleep(random.between(2000, 4000));
  faults.push(...(await shop.deliver()));
  say(`${load.book.orders.length} orders before the restore`);

  const server = databaseUrl(primary.superuserUrl, 'postgres');
  await onServer(server, (db) => db.query('CREATE DATABASE souk_restored OWNER souk'));
  const restored = {
    url: databaseUrl(primary.url, 'souk_restored'),
    directUrl: databaseUrl(primary.directUrl, 'souk_restored'),
  };
  const { settlement } = await shop.souk<{ settlement: Settlement }>(restored, 'restore', backup);
  await shop.goingBack(() =>
    onServer(server, async (db) => {
      for (const sql of CUT) await db.query(sql);
      await db.query(EXCHANGE);
      await db.query('ALTER DATABASE souk_lost ALLOW_CONNECTIONS true');
    }),
  );
  say(`restored to ${settlement.stateOf}`);
  const lost = databaseUrl(primary.superuserUrl, 'souk_lost');
  const { rows } = await onServer(lost, (db) =>
    db.query<{ hash: string }>(SOLD_SINCE, [settlement.stateOf]),
  );
  faults.push(...(await shop.settle(rows.map(({ hash }) => hash))));
  const swept = await shop.sweep();
  const did = `${load.book.orders.length} orders at ${rate} a second, ${swept.lost} acknowledged ones lost and ordered again; ${3 * resold} orders at a supplier, a third of them bought while the backup did not know; clients heard ${JSON.stringify(load.book.tally)}; ${swept.told}`;
  return { did, faults: [...faults, ...swept.faults] };
}
