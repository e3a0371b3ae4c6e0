import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openTestServer } from '../support/test-server.js';
import { cutAnswersToClient, cutCommitsToDatabase } from './scenarios/cut-commits.js';
import { killApp } from './scenarios/kill-app.js';
import { killPostgres } from './scenarios/kill-postgres.js';
import { lateStatement } from './scenarios/late-statement.js';
import { noMeansNo } from './scenarios/no-means-no.js';
import { Random } from './random.js';
import type { Amounts, Scenario } from './scenario.js';
import { stopInOrder } from './scenarios/stop.js';

/** The scenarios by the names that `--only` knows them by. */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'kill-app': killApp,
  'kill-postgres': killPostgres,
  'cut-database': cutCommitsToDatabase,
  'cut-client': cutAnswersToClient,
  'late-statement': lateStatement,
  'no-means-no': noMeansNo,
  stop: stopInOrder,
};

const options = {
  seed: { type: 'string' },
  only: { type: 'string' },
  kills: { type: 'string', default: '25' },
  crashes: { type: 'string', default: '20' },
  cuts: { type: 'string', default: '500' },
  lates: { type: 'string', default: '20' },
  orders: { type: 'string', default: '10000' },
  patience: { type: 'string', default: '60' },
  stops: { type: 'string', default: '20' },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed);
  console.log(`seed ${seed}; the same again: npm run chaos -- --seed ${seed}`);
  const amounts: Amounts = {
    kills: Number(values.kills),
    crashes: Number(values.crashes),
    cuts: Number(values.cuts),
    lates: Number(values.lates),
    orders: Number(values.orders),
    patience: Number(values.patience),
    stops: Number(values.stops),
  };
  const names = values.only?.split(',') ?? Object.keys(SCENARIOS);
  const rows: string[] = [];
  // It stops and kills the processes of its database: never one of yours.
  delete process.env.TEST_DATABASE_URL;
  delete process.env.DATABASE_URL;
  const server = await openTestServer();
  try {
    for (const name of names) {
      rows.push(await row(name, seed, amounts));
      console.log(rows.at(-1));
    }
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
