import { setTimeout as sleep } from 'node:timers/promises';
import { deliveriesEnded, sweep } from '../../chaos/shop/sweep.js';
import { Haproxy } from '../../drills/haproxy.js';
import { HALTED } from '../../drills/instances.js';
import { OrderLoad } from '../../drills/order-load.js';
import { needing } from '../../drills/programs.js';
import { judgedFaults } from '../../judge/judged-faults.js';
import type { Random } from '../../support/random.js';
import type { Findings } from '../../support/scenarios.js';
import { until } from '../../support/until.js';
import type { Upgrade } from '../amounts.js';
import { commandFaults, Instance, migrated, withReleases, type Releases } from '../releases.js';

const CODES = 5_000;
/** How long each state of the upgrade is watched. */
const STATE_MS = 5_000;
/** Seconds, longer than the checks of the proxy take, whatever the default of the release before is. */
const SHUTDOWN_DELAY = '8';

/** The release before serves while the schema is migrated, and its instances are replaced one after the other. */
export const rolling: Upgrade = needing(['haproxy'], {
  title: 'instances are replaced one by one under load, and one goes back and forth',
  run: (random, amounts, say) =>
    withReleases(amounts, CODES, say, (releases) =>
      replaced(releases, { random, say, rate: amounts.rate }),
    ),
});

async function replaced(
  { before, present, shop }: Releases,
  { random, say, rate }: { random: Random; say: (line: string) => void; rate: number },
): Promise<Findings> {
  const { db } = shop;
  const instances = [
    await Instance.first(db, before, SHUTDOWN_DELAY),
    await Instance.first(db, before, SHUTDOWN_DELAY),
  ] as const;
  const proxy = await Haproxy.start((port) => beforeInstances(port, instances));
  const load = new OrderLoad(shop, [`http://127.0.0.1:${proxy.port}`], random);
  const reached = (state: string): void => {
    say(`${state}; ${JSON.stringify(load.book.tally)}`);
  };
  load.start(rate);
  await sleep(STATE_MS);
  reached(`both instances are of ${before.name}`);
  const steps = await migrated(db, present);
  reached(`migrated: ${steps.join(', ')}`);
  await sleep(STATE_MS);
  for (const [version, index] of [
    [present, 0],
    [present, 1],
    [before, 1],
    [present, 1],
  ] as const) {
    await instances[index].replace(version);
    // As an operator does: the next one is not stopped before.
    await until(async () => isUp(await proxy.ask('show stat'), index));
    reached(`instance ${index + 1} is of ${version.name}`);
    await sleep(STATE_MS);
  }
  await load.stop();
  await proxy.stop();
  const faults = [...(await deliveriesEnded(db)), ...(await sweep(shop, load.book))];
  faults.push(...(await commandFaults(db, present, ['doctor'])));
  if ((await db.query(HALTED)).length > 0) faults.push('orders of an account were halted');
  for (const instance of instances) await instance.stop();
  const judged = judgedFaults(shop.recorder);
  faults.push(...judged.faults);
  const { order = 0, ...failed } = load.book.tally;
  if (Object.keys(failed).length > 0)
    faults.push(`not each was answered: ${JSON.stringify(failed)}`);
  const did = `from ${before.name} to ${present.name}: ${steps.length} migrations, ${order} orders at ${rate} a second, each answered at once; ${judged.told}`;
  return { did, faults };
}

/** As deploy/proxy/haproxy.cfg, but for its limits on one address, which all clients of a drill share. */
function beforeInstances(port: number, instances: readonly Instance[]): readonly string[] {
  return [
    'defaults',
    '  mode http',
    '  timeout connect 2s',
    '  timeout client 60s',
    '  timeout server 35s',
    '  timeout check 1s',
    'listen shop',
    `  bind 127.0.0.1:${port}`,
    '  balance leastconn',
    '  option httpchk GET /health/ready',
    '  http-check expect status 200',
    '  default-server check inter 2s fall 3 rise 2',
    '  retries 2',
    '  option redispatch 1',
    '  retry-on conn-failure empty-response',
    ...instances.map((instance, index) => `  server souk-${index + 1} 127.0.0.1:${instance.port}`),
  ];
}

/** True when haproxy's statistics say that the instance gets requests. */
function isUp(statistics: string, index: number): boolean {
  return new RegExp(`^shop,souk-${index + 1},.*,UP,`, 'm').test(statistics);
}
