import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ServerProcess } from '../test/support/server-process.js';
import { CATALOG_REQUESTS, repeated } from './catalog-requests.js';
import { preparedFrom, sameAt } from './catalog-rows.js';
import { machine } from './machine.js';
import { profileOrders } from './order-profile.js';
import { profileShares } from './profile-shares.js';
import { answersPerSecond, type RepeatedRequest } from './repeated-request.js';
import { portOf, Workbench } from './workbench.js';

const PRODUCTS = 1000;
const DURATION = { warmUpSeconds: 5, seconds: 10 };
/** Microseconds below which a group is not worth a line. */
const LEAST = 0.05;

/** Where the time of a catalog answer goes, in the server and in the bare one; or that of an order, by `--row order` or `--row stock`. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { row: { type: 'string', default: 'gzip' } } });
  if (values.row === 'order' || values.row === 'stock') return profileOrders(values.row);
  const request = CATALOG_REQUESTS.find(({ name }) => name.includes(values.row));
  if (!request) throw new Error(`no row of the catalog has "${values.row}" in its name`);
  const plan = {
    rounds: 1,
    duration: DURATION,
    products: [PRODUCTS],
    groups: [],
    row: '',
    before: undefined,
  };
  await Workbench.use(plan, async (bench) => {
    const shop = await bench.catalogShop(PRODUCTS);
    const [token = ''] = shop.tokens;
    const ours = await bench.profiled('souk', (profiling) => bench.souk(shop, profiling));
    const asked = await repeated(request, portOf(ours.server), token);
    const prepared = preparedFrom(asked.answer, token);
    const bare = await bench.profiled('bare', (p) => bench.bareServer(prepared, p));
    const bareAsked = await sameAt(bare.server, asked);
    const [bareTimes, ourTimes] = [await times(bare, bareAsked), await times(ours, asked)];
    console.log(`${await machine()}; microseconds an answer of ${request.name}\n`);
    console.log('| | bare `node:http` | souk |\n| --- | --- | --- |');
    const groups = new Set([...bareTimes.keys(), ...ourTimes.keys()]);
    const both = [...groups].map((group) => {
      return [group, bareTimes.get(group) ?? 0, ourTimes.get(group) ?? 0] as const;
    });
    for (const [group, one, other] of both.toSorted((a, b) => b[2] - a[2])) {
      if (Math.max(one, other) < LEAST) continue;
      console.log(`| ${group} | ${one.toFixed(2)} | ${other.toFixed(2)} |`);
    }
  });
}

/** Microseconds an answer by what they are spent on; all of them together under `all`. */
async function times(
  { server, folder }: { server: ServerProcess; folder: string },
  asked: RepeatedRequest,
): Promise<Map<string, number>> {
  const rate = await answersPerSecond(asked, DURATION);
  await server.stop();
  const [file = ''] = await readdir(folder);
  const shares = await profileShares(join(folder, file), DURATION.seconds);
  const each = 1e6 / rate;
  return new Map([['all', each], ...[...shares].map(([k, v]) => [k, v * each] as const)]);
}

await main();
