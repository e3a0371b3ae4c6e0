import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Random } from '../chaos/random.js';
import { openTestServer } from '../support/test-server.js';
import { fleet } from './fleet/fleet.js';
import { large } from './large/large.js';
import { pooler } from './pooler/pooler.js';
import type { Amounts, Scenario } from './scenario.js';
import { soak } from './soak/soak.js';

/** The scenarios by the names that `--only` knows them by. */
const SCENARIOS: Readonly<Record<string, Scenario>> = { fleet, large, pooler, soak };

/** Milliseconds that an interrupted run may take to stop its database. */
const CLOSING = 10_000;

const number = (fallback: number) => ({ type: 'string', default: String(fallback) }) as const;
const options = {
  seed: { type: 'string' },
  only: { type: 'string' },
  reads: number(10_000),
  changes: number(50),
  disturbance: number(10),
  orders: number(1_000),
  products: number(100_000),
  accounts: number(1_000),
  seconds: number(60),
  minutes: number(30),
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  const { seed: given, only, ...texts } = values;
  const seed = given === undefined ? randomInt(2 ** 31) : Number(given);
  const names = only?.split(',') ?? Object.keys(SCENARIOS);
  console.log(
    `seed ${seed}; the same again: npm run scale -- --only ${names.join()} --seed ${seed}`,
  );
  const entries = Object.entries(texts).map(([name, text]) => [name, Number(text)]);
  const amounts = Object.fromEntries(entries) as Record<keyof Amounts, number>;
  const rows: string[] = [];
  // It freezes the processes of its database: never one of yours.
  delete process.env.TEST_DATABASE_URL;
  delete process.env.DATABASE_URL;
  const server = await openTestServer();
  const interrupted = (): void => {
    const end = (): void => process.exit(1);
    // A database that stands still at the moment does not close.
    setTimeout(end, CLOSING);
    server.close().then(end, end);
  };
  process.once('SIGTERM', interrupted).once('SIGINT', interrupted);
  try {
    for (const name of names) rows.push(await row(name, seed, amounts));
  } finally {
    await server.close();
  }
  console.log('\n| | scenario | what happened | seconds | faults |\n|---|---|---|---|---|');
  console.log(rows.join('\n'));
}

/** Runs one scenario and tells its row of the table. Each has the seed to itself, so that one may be repeated alone. */
async function row(name: string, seed: number, amounts: Amounts): Promise<string> {
  const scenario = SCENARIOS[name];
  if (!scenario) throw new Error(`there is no scenario ${name}`);
  console.log(`${name}: ${scenario.title}`);
  const start = performance.now();
  const { did, faults } = await scenario.run(new Random(seed), amounts, (line) => {
    console.log(`${name}: ${line}`);
  });
  if (faults.length > 0) process.exitCode = 1;
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  for (const fault of faults) console.log(`${name}: FAULT ${fault}`);
  const cells = [name, scenario.title, did, seconds, String(faults.length || 'none')];
  return `| ${cells.join(' | ')} |`;
}

await main();
