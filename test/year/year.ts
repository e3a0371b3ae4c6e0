import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine } from '../../bench/machine.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { openTestServer } from '../support/test-server.js';
import { fillShop, type FilledShop } from './filled-shop.js';
import { backUp, doctor, restored, type MovedShop } from './moved-shop.js';
import { gigabytes, neededBytes, spaceFault } from './needed-space.js';
import { sizesUpTo, type Size } from './size.js';
import { takeOrders, type RoundsPlan } from './taken-orders.js';
import { bytesTable, movedTable, sizesTable } from './year-report.js';

/** `npm run year -- --orders 100000 --rounds 2`: a trial. The folder of TMPDIR has the data. */
const { orders, clients, rounds, seconds } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000000' },
    clients: { type: 'string', default: '16' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' },
  },
}).values;

const began = performance.now();

function say(line: string): void {
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(6)} s  ${line}`);
}

async function run(sizes: readonly Size[], plan: RoundsPlan, folder: string): Promise<void> {
  const secrets = { SECRET_KEYS: newSecretKey() };
  const faults: string[] = [];
  const shops: FilledShop[] = [];
  for (const size of sizes) {
    say(`${size} orders`);
    shops.push(await fillShop(size, secrets, say));
  }
  const [smallest, largest] = [shops[0], shops.at(-1)];
  if (!smallest || !largest) throw new Error('no sizes');
  // The others are made in the same way.
  faults.push(...(await doctor(smallest.db, secrets)).faults);
  say(`the smallest shop was judged, ${faults.length} faults; orders over HTTP`);
  const taken = await takeOrders(shops, plan);
  for (const shop of shops.slice(0, -1)) await shop.db.drop();
  say('backup');
  const file = join(folder, 'shop.backup');
  const backup = await backUp(largest.db, secrets, file);
  say(
    `${(backup.bytes / 1e6).toFixed(0)} MB in ${backup.seconds.toFixed(0)} s; the shop is dropped`,
  );
  await largest.db.drop();
  const move = await restored(secrets, file, say);
  const moved: MovedShop = { ...move, bytes: backup.bytes, backupSeconds: backup.seconds };
  say('judged');
  const tables = [sizesTable(shops, taken), bytesTable(largest), movedTable(largest, moved)];
  console.log(`\n${tables.join('\n\n')}\n`);
  console.log(`${taken.logBytes.toFixed(0)} bytes of write-ahead log an order over HTTP`);
  console.log(
    `${await machine()}; ${plan.clients} clients, ${plan.rounds} rounds of ${plan.seconds} s`,
  );
  faults.push(...shops.flatMap((shop) => shop.faults), ...moved.faults);
  for (const [place, { ratio, isWanted }] of taken.taken.entries()) {
    if (!isWanted)
      faults.push(`${sizes[place]} orders: ${(ratio * 100).toFixed(0)} % of the orders a second`);
  }
  for (const fault of faults) console.log(`FAULT ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}

async function main(): Promise<void> {
  const sizes = sizesUpTo(Number(orders));
  const { bavail, bsize } = await statfs(tmpdir());
  const [needed, free] = [neededBytes(sizes), bavail * bsize];
  const fault = spaceFault(needed, free, tmpdir());
  if (fault !== undefined) {
    console.error(fault);
    process.exitCode = 1;
    return;
  }
  console.log(
    `It takes up to ${gigabytes(needed)} in ${tmpdir()}, where ${gigabytes(free)} are free.`,
  );
  // It must not fill a database of the user's.
  delete process.env.TEST_DATABASE_URL;
  delete process.env.DATABASE_URL;
  const folder = await mkdtemp(join(tmpdir(), 'souk-year-'));
  const server = await openTestServer();
  const close = async (): Promise<void> => {
    await Promise.allSettled([server.close(), rm(folder, { recursive: true, force: true })]);
  };
  const interrupted = (): void => void close().finally(() => process.exit(1));
  process.once('SIGTERM', interrupted).once('SIGINT', interrupted);
  const plan = { clients: Number(clients), rounds: Number(rounds), seconds: Number(seconds) };
  await run(sizes, plan, folder).finally(close);
}

await main();
