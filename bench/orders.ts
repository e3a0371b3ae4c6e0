import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ServerProcess } from '../test/support/server-process.js';
import { createTestDatabase } from '../test/support/test-database.js';
import { openTestServer } from '../test/support/test-server.js';
import { bareOrders, makeBareTables } from './bare-statement.js';
import { benchShop, type BenchShop } from './bench-shop.js';
import { presentVersion, versionOf, type BuiltVersion } from './git-version.js';
import { placeOrders } from './http-orders.js';
import { machine } from './machine.js';
import { median, type Duration, type Rate } from './load.js';

/** Orders a second may fall by this part from one version to the next. */
const TOLERANCE = 0.15;
/** What a server compiles in its first seconds would count for the versions that start last. */
const FIRST_ORDERS = { warmUpSeconds: 0, seconds: 10 };
const FIRST_CLIENTS = 16;

/** All rounds of one contender, a list for each number of clients. */
interface Contender {
  readonly name: string;
  readonly rounds: Rate[][];
  run(): Promise<Rate[]>;
  stop?(): Promise<unknown>;
}

interface Plan {
  readonly clients: readonly number[];
  readonly accounts: number;
  readonly rounds: number;
  readonly duration: Duration;
  /** One order of so many is refused; undefined for none. */
  readonly refusedEvery: number | undefined;
  readonly before: string | undefined;
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
    for (const version of versions) contenders.push(await shopContender(version, plan));
    contenders.push(await shopContender(present, plan, plan.with));
    await runAlternately(contenders, plan.rounds);
    await report(contenders, plan);
  } finally {
    for (const contender of contenders) await contender.stop?.();
    for (const version of versions) await version.remove();
    await server.close();
  }
}

function planOf(words: string[]): Plan {
  const { values } = parseArgs({
    args: words,
    options: {
      before: { type: 'string' },
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
    duration: { warmUpSeconds: 1, seconds: Number(values.seconds) },
    refusedEvery: values.refused === undefined ? undefined : Number(values.refused),
    before: values.before,
    with: values.with === undefined ? undefined : resolve(values.with),
  };
}

async function bareContender({ accounts, clients, duration }: Plan): Promise<Contender> {
  const { url } = await createTestDatabase({ empty: true });
  await makeBareTables(url, accounts);
  const run = async (): Promise<Rate[]> => {
    const rates: Rate[] = [];
    for (const count of clients) rates.push(await bareOrders(url, accounts, count, duration));
    return rates;
  };
  return { name: 'bare statement', rounds: [], run };
}

/** Its server runs until the end, so that no round measures a start. */
async function shopContender(
  { name, folder }: BuiltVersion,
  plan: Plan,
  extension?: string,
): Promise<Contender> {
  const { db, product, tokens }: BenchShop = await benchShop(folder, plan.accounts);
  const program = { folder, args: ['dist/main.js'] };
  const settings = {
    DATABASE_URL: db.url,
    DATABASE_DIRECT_URL: db.directUrl,
    ...(extension !== undefined && { SOUK_EXTENSIONS: extension }),
  };
  const server = await ServerProcess.start(settings, program);
  const target = { baseUrl: server.baseUrl, product, tokens, refusedEvery: plan.refusedEvery };
  await placeOrders(target, FIRST_CLIENTS, FIRST_ORDERS);
  const run = async (): Promise<Rate[]> => {
    const rates: Rate[] = [];
    for (const count of plan.clients) rates.push(await placeOrders(target, count, plan.duration));
    return rates;
  };
  const label = extension === undefined ? name : `${name} with ${basename(extension)}`;
  return { name: label, rounds: [], run, stop: () => server.stop() };
}

/** A machine that slows down meanwhile slows all of them down. */
async function runAlternately(contenders: readonly Contender[], rounds: number): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    for (const contender of contenders) {
      const rates = await contender.run();
      contender.rounds.push(rates);
      const figures = rates.map(({ perSecond }) => perSecond.toFixed(0)).join(' and ');
      console.log(`round ${round}: ${contender.name}: ${figures} orders/s`);
    }
  }
}

async function report(contenders: readonly Contender[], plan: Plan): Promise<void> {
  console.log(`\n${await machine()}; ${plan.rounds} rounds of ${plan.duration.seconds} s\n`);
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
 * Says by how much the present version is slower or faster; ends with 1 when it fell too far. The two are compared within
 * each round: those of a shared machine differ far more than the versions.
 */
function compare([, before, after]: readonly Contender[], { clients }: Plan): void {
  console.log('');
  for (const [index, count] of clients.entries()) {
    const parts = (after?.rounds ?? []).map(
      (rates, round) =>
        (rates[index]?.perSecond ?? NaN) / (before?.rounds[round]?.[index]?.perSecond ?? NaN),
    );
    const part = median(parts);
    const fell = part < 1 - TOLERANCE;
    if (fell) process.exitCode = 1;
    const verdict = fell ? `fell by more than ${percent(TOLERANCE)}` : 'good';
    console.log(
      `${count} clients: ${percent(part)} of the orders/s before, in the median of the rounds: ${verdict}`,
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
