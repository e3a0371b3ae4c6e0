import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { Random } from './random.js';
import { openTestServer } from './test-server.js';

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

/** Options with their values; texts where something is named rather than counted. */
type AnyAmounts = Readonly<Record<string, number | string>>;

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
  const { seed, names, amounts } = planOf(scenarios, defaults);
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
    for (const name of names) rows.push(await row(name, scenarios[name], seed, amounts));
  } finally {
    await close();
  }
  console.log('\n| | scenario | what happened | seconds | faults |\n|---|---|---|---|---|');
  console.log(rows.join('\n'));
}

/** The options of the command line. */
function planOf<Amounts extends AnyAmounts>(
  scenarios: Readonly<Record<string, unknown>>,
  defaults: Amounts,
): { seed: number; names: string[]; amounts: Amounts } {
  const texts = Object.keys({ seed: 0, only: '', ...defaults }).map(
    (name) => [name, { type: 'string' as const }] as const,
  );
  const { seed, only, ...given } = parseArgs({ options: Object.fromEntries(texts) }).values;
  const amounts = Object.entries(given).map(
    ([name, text]) => [name, typeof defaults[name] === 'string' ? text : Number(text)] as const,
  );
  return {
    seed: seed === undefined ? randomInt(2 ** 31) : Number(seed),
    names: only === undefined ? Object.keys(scenarios) : only.split(','),
    amounts: { ...defaults, ...Object.fromEntries<unknown>(amounts) },
  };
}

/** Runs one scenario and returns its row of the table. Each begins with the same seed, so it can be repeated alone. */
async function row<Amounts>(
  name: string,
  scenario: Scenario<Amounts> | undefined,
  seed: number,
  amounts: Amounts,
): Promise<string> {
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
  const told = `| ${cells.join(' | ')} |`;
  console.log(told);
  return told;
}
