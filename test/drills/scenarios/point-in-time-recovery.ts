import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import { PostgresServer } from '../cluster.js';
import { needing, ordinaryUser } from '../programs.js';
import { RecoveredShop, type Settlement } from '../recovered-shop.js';
import type { Amounts, Drill } from '../scenario.js';

/** The primary is brought back to a moment before its last orders, from a base backup and archived WAL. */
export const pointInTimeRecovery: Drill = needing(['postgresql', 'haproxy'], {
  title: 'point-in-time recovery to a moment before the last orders',
  run: async (random, amounts, say) =>
    RecoveredShop.run(await PostgresServer.primary(['archive_mode = on']), random, (shop) =>
      goBack(shop, random, amounts, say),
    ),
});

async function goBack(
  shop: RecoveredShop,
  random: Random,
  { rate, resold }: Amounts,
  say: (line: string) => void,
): Promise<Findings> {
  const { load, primary: old } = shop;
  const archive = await ownFolder(shop, 'wal');
  const base = join(await ownFolder(shop, 'base'), 'night');
  // The commands of docs/backup.md.
  const file = join(archive, '%f');
  await old.set(
    'archive_command',
    `test ! -f ${file} && cp %p ${file}.part && sync ${file}.part && mv ${file}.part ${file}`,
  );
  await old.baseBackup(base);
  load.start(rate);
  await shop.resell(resold);
  const faults = await shop.deliver();
  shop.supplierFault = 'lost';
  await shop.resell(resold);
  const [row] = await old.query<{ now: string }>('SELECT clock_timestamp()::text AS now');
  shop.supplierFault = 'none';
  await shop.resell(resold);
  await sleep(random.between(2000, 4000));
  faults.push(...(await shop.deliver()));
  say(`${load.book.orders.length} orders before the recovery`);

  await old.stop();
  const recovered = await PostgresServer.recovered(base, [
    `restore_command = 'cp ${file} %p'`,
    `recovery_target_time = '${row?.now ?? ''}'`,
    "recovery_target_action = 'promote'",
    'archive_mode = off',
  ]);
  const settlement = await shop.souk<Settlement>(recovered, 'settle');
  shop.primary = recovered;
  await shop.goingBack(() => shop.proxy.leadTo(recovered.port, { cut: true }));
  await old.remove();
  say(`recovered to ${settlement.stateOf}`);
  // Nobody can ask the old server, so the list is what customers have: all codes that were ever heard.
  faults.push(...(await shop.settle(load.book.orders.flatMap(({ codes }) => codes.flat()))));
  const swept = await shop.sweep();
  await recovered.remove();
  const did = `${load.book.orders.length} orders at ${rate} a second, ${swept.lost} acknowledged ones lost and ordered again; ${3 * resold} orders at a supplier, a third of them bought after the moment; clients heard ${JSON.stringify(load.book.tally)}; ${swept.told}`;
  return { did, faults: [...faults, ...swept.faults] };
}

/** A folder that the database server may write to. */
async function ownFolder({ folder }: RecoveredShop, name: string): Promise<string> {
  const { uid, gid } = await ordinaryUser();
  const path = join(folder, name);
  await mkdir(path);
  for (const each of [folder, path])
    if (uid !== undefined && gid !== undefined) await chown(each, uid, gid);
  return path;
}
