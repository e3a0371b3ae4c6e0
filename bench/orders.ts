import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../test/support/random.js';
import { createTestDatabase } from '../test/support/test-database.js';
import { openTestServer } from '../test/support/test-server.js';
import {
  partOf,
  runAlternately,
  serverContender,
  type Contender,
  type RoundPlan,
  type Run,
} from './alternate-rounds.js';
import { bareOrders, makeBareTables } from './bare-statement.js';
import { benchShop, type BenchShop } from './bench-shop.js';
import { presentVersion, versionOf, type BuiltVersion } from './git-version.js';
import { machine } from './machine.js';
import { median } from './load.js';

/** Orders a second may fall by this part from one version to the next. */
const TOLERANCE = 0.05;
/** The version before may differ from itself by this part; a run in which it differs by more tells nothing. */
const NOISE = 0.03;
/** Exit codes, beside 0. */
const FELL = 1;
const TELLS_NOTHING = 2;

interface Plan extends RoundPlan {
  readonly accounts: number;
  /** One order of so many is refused; undefined for none. */
  readonly refusedEvery: number | undefined;
  readonly before: string | undefined;
  /** Whether the version before runs twice, to be compared with itself. */
  readonly againstItself: boolean;
  /** An extension that the present version loads. */
  readonly with: string | undefined;
}

async function main(): Promise<void> {
  const plan = planOf(process.argv.slice(2));
  const server = await openTestServer();
  const versions: BuiltVersion[] = [];
  const contenders: Contender[] = [];
  try {
    if (plan.before !== undefined) versions.push(await versionOf(plan.before));
    const present = await presentVersion();
    contenders.push(await bareContender(plan));
    for (const version of versions) {
      contenders.push(await shopContender(version, plan));
      if (plan.againstItself)
        contenders.push(await shopContender({ ...version, name: `${version.name} again` }, plan));
    }
    contenders.push(await shopContender(present, plan, plan.with));
    await runAlternately(contenders, plan);
    await report(contenders, plan);
  } finally {
    for (const version of versions) await version.remove();
    await server.close();
  }
}

function planOf(words: string[]): Plan {
  const { values } = parseArgs({
    args: words,
    options: {
      before: { type: 'string' },
      'against-itself': { type: 'boolean', default: false },
      with: { type: 'string' },
      refused: { type: 'string' },
      clients: { type: 'string', default: '16,64' },
      accounts: { type: 'string', default: '200' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '10' },
    },
  });
  return {
    clients: values.clients.split(',').map(Number),
    accounts: Number(values.accounts),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    refusedEvery: values.refused === undefined ? undefined : Number(values.refused),
    before: values.before,
    againstItself: values['against-itself'],
    with: values.with === undefined ? undefined : resolve(values.with),
    random: new Random(1),
  };
}

async function bareContender({ accounts }: Plan): Promise<Contender> {
  const { url } = await createTestDatabase({ empty: true });
  await makeBareTables(url, accounts);
  const run: Run = (clients, duration) => bareOrders(url, accounts, clients, duration);
  const start = () => Promise.resolve({ run, stop: () => Promise.resolve() });
  return { name: 'bare statement', rounds: [], start };
}

async function shopContender(
  { name, folder }: BuiltVersion,
  plan: Plan,
  extension?: string,
): Promise<Contender> {
  const { db, product, tokens }: BenchShop = await benchShop(folder, plan.accounts);
  const settings = {
    DATABASE_URL: db.url,
    DATABASE_DIRECT_URL: db.directUrl,
    ...(extension !== undefined && { SOUK_EXTENSIONS: extension }),
  };
  const label = extension === undefined ? name : `${name} with ${basename(extension)}`;
  const orders = { product, tokens, refusedEvery: plan.refusedEvery };
  return serverContender(label, folder, settings, orders);
}

async function report(contenders: readonly Contender[], plan: Plan): Promise<void> {
  console.log(`\n${await machine()}; ${plan.rounds} rounds of ${plan.seconds} s\n`);
  console.log(
    '| clients | | orders/s | of the bare statement | slowest to fastest round | ms, median | ms, 99 % |',
  );
  console.log('|---|---|---|---|---|---|---|');
  for (const [index, clients] of plan.clients.entries()) {
    const bare = rateOf(contenders[0], index);
    for (const contender of contenders) {
      const rounds = contender.rounds.map((rates) => rates[index]?.perSecond ?? NaN);
      const rate = median(rounds);
      const cells = [
        ...[String(clients), contender.name, rate.toFixed(0), percent(rate / bare)],
        `${Math.min(...rounds).toFixed(0)} to ${Math.max(...rounds).toFixed(0)}`,
        median(contender.rounds.map((rates) => rates[index]?.medianMs ?? NaN)).toFixed(1),
        median(contender.rounds.map((rates) => rates[index]?.slowestMs ?? NaN)).toFixed(1),
      ];
      console.log(`| ${cells.join(' | ')} |`);
    }
  }
  if (plan.before !== undefined) compare(contenders, plan);
}

/**
 * Says by how much the present version is slower or faster; ends with 1 when it fell too far, and with 2 when the version
 * before differs too much from itself. Versions are compared within each round: those of a shared machine differ far more
 * than the versions.
 */
function compare(contenders: readonly Contender[], { clients, againstItself }: Plan): void {
  const before = contenders[1];
  const after = contenders.at(-1);
  console.log('');
  for (const [index, count] of clients.entries()) {
    const part = partOf(before, after, index);
    const fell = part < 1 - TOLERANCE;
    if (fell) process.exitCode = FELL;
    const verdict = fell ? `fell by more than ${percent(TOLERANCE)}` : 'good';
    console.log(
      `${count} clients: ${percent(part)} of the orders/s before, in the median of the rounds: ${verdict}`,
    );
    if (!againstItself) continue;
    const itself = partOf(before, contenders[2], index);
    const noisy = Math.abs(itself - 1) > NOISE;
    if (noisy) process.exitCode = TELLS_NOTHING;
    console.log(
      `${count} clients: ${percent(itself)} for the version before against itself${noisy ? ': measure again' : ''}`,
    );
  }
}

function rateOf(contender: Contender | undefined, index: number): number {
  return median(contender?.rounds.map((rates) => rates[index]?.perSecond ?? NaN) ?? []);
}

function percent(part: number): string {
  return `${(part * 100).toFixed(0)} %`;
}

await main();
