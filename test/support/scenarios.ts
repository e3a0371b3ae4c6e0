import { join } from 'node:path';
import { keepFaulty, unjudgedFaults } from '../judge/judged-faults.js';
import { Random } from './random.js';
import {
  planOf,
  ScenarioOptionError,
  type AnyAmounts,
  type ScenarioPlan,
} from './scenario-plan.js';
import { openTestServer } from './test-server.js';

/** Of histories in which the judge has found faults. */
const HISTORIES = join(import.meta.dirname, '../../coverage/judge');

/** What a scenario did, in words for the table, and the faults that it found. */
export interface Findings {
  readonly did: string;
  readonly faults: readonly string[];
}

/** One scenario. `Amounts` are its options: how many orders, seconds and so on. */
export interface Scenario<Amounts> {
  readonly title: string;
  run(random: Random, amounts: Amounts, say: (line: string) => void): Promise<Findings>;
}

/** How long an interrupted run may take to stop its database. */
const CLOSING_TIMEOUT_MS = 10_000;

/**
 * Runs scenarios on a database of their own and prints a table of them. Every amount is an option of the command line,
 * besides `--seed` and `--only`.
 * @param command that runs the same scenarios again
 * @param scenarios by their names for `--only`
 * @param defaults of the options
 * @param cleanUp removes what scenarios have created besides databases; called when the run is interrupted, too
 */
export async function runScenarios<Amounts extends AnyAmounts>(
  command: string,
  scenarios: Readonly<Record<string, Scenario<Amounts>>>,
  defaults: Amounts,
  cleanUp = (): Promise<void> => Promise.resolve(),
): Promise<void> {
  const plan = planFor(command, Object.keys(scenarios), defaults);
  if (!plan) return;
  const { seed, names, amounts } = plan;
  console.log(`seed ${seed}; the same again: ${command} -- --only ${names.join()} --seed ${seed}`);
  // Scenarios freeze and kill the processes of their database, so they must not use one of the user's.
  delete process.env.TEST_DATABASE_URL;
  delete process.env.DATABASE_URL;
  const server = await openTestServer();
  const close = async (): Promise<void> => {
    await Promise.allSettled([cleanUp(), server.close()]);
  };
  const interrupted = (): void => {
    const end = (): void => process.exit(1);
    // A frozen database does not close.
    setTimeout(end, CLOSING_TIMEOUT_MS);
    void close().then(end);
  };
  process.once('SIGTERM', interrupted).once('SIGINT', interrupted);
  const rows: string[] = [];
  try {
    for (const [name, scenario] of Object.entries(scenarios)) {
      if (names.includes(name)) rows.push(await row(name, scenario, seed, amounts));
    }
  } finally {
    await close();
  }
  console.log('\n| | scenario | what happened | seconds | faults |\n|---|---|---|---|---|');
  console.log(rows.join('\n'));
}

/** @returns undefined when the options are wrong, which is said in one sentence. */
function planFor<Amounts extends AnyAmounts>(
  command: string,
  scenarios: readonly string[],
  defaults: Amounts,
): ScenarioPlan<Amounts> | undefined {
  try {
    return planOf(process.argv.slice(2), scenarios, defaults);
  } catch (error) {
    if (!(error instanceof ScenarioOptionError)) throw error;
    const options = ['seed', ...Object.keys(defaults)].map((name) => `--${name} …`).join(' ');
    console.error(`${error.message}: ${command} -- --only ${scenarios.join()} ${options}`);
    process.exitCode = 1;
    return undefined;
  }
}

/** Runs one scenario and returns its row of the table. Each begins with the same seed, so it can be repeated alone. */
async function row<Amounts>(
  name: string,
  scenario: Scenario<Amounts>,
  seed: number,
  amounts: Amounts,
): Promise<string> {
  console.log(`${name}: ${scenario.title}`);
  const start = performance.now();
  const findings = await scenario.run(new Random(seed), amounts, (line) => {
    console.log(`${name}: ${line}`);
  });
  const { did } = findings;
  const faults = [...findings.faults, ...unjudgedFaults()];
  for (const file of await keepFaulty(join(HISTORIES, name, `seed-${seed}`))) {
    console.log(`${name}: npm run judge -- --again ${file}`);
  }
  if (faults.length > 0) process.exitCode = 1;
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  for (const fault of faults) console.log(`${name}: FAULT ${fault}`);
  const cells = [name, scenario.title, did, seconds, String(faults.length || 'none')];
  const told = `| ${cells.join(' | ')} |`;
  console.log(told);
  return told;
}
