import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { planOf, ScenarioOptionError } from '../support/scenario-plan.js';
import { countsOf, neverDone } from './counts.js';
import { readHistory, writeHistory } from './history-file.js';
import type { History } from './history.js';
import { judge, type JudgeOptions } from './judgement.js';
import { FAULTS } from './run/drawn-faults.js';
import { judgedRun } from './run/judged-run.js';

const COMMAND = 'npm run judge';
const ROOT = join(import.meta.dirname, '../..');
const RESULTS = join(ROOT, 'coverage/judge');

/** The options of the command line with their defaults. */
const DEFAULTS = {
  seconds: 600,
  /** Another checkout, whose built server is judged. */
  program: '',
  /** The file of a history that is judged again; nothing is run then. */
  again: '',
};

async function main(): Promise<void> {
  const { seed, names, amounts } = planOf(process.argv.slice(2), FAULTS, DEFAULTS);
  const { seconds, program, again } = amounts;
  if (again !== '') {
    const { history, options } = await readHistory(resolve(again));
    await report(history, join(RESULTS, 'again'), options);
    return;
  }
  const only = names.length < FAULTS.length ? ` --only ${names.join()}` : '';
  console.log(
    `seed ${seed}; the same again: ${COMMAND} -- --seconds ${seconds} --seed ${seed}${only}`,
  );
  const results = join(RESULTS, `seed-${seed}`);
  await mkdir(results, { recursive: true });
  const errors = createWriteStream(join(results, 'errors.log'));
  const file = join(results, 'history.jsonl');
  const run = await judgedRun({
    ...{ seconds, seed, faults: names },
    folder: program === '' ? ROOT : resolve(program),
    say: (line) => {
      console.log(line);
    },
    onErrorLine: (line) => errors.write(`${line}\n`),
    keep: async (history) => {
      await writeHistory(file, history);
      console.log(`\nThe history, which --again judges again: ${file}`);
    },
  });
  errors.end();
  console.log(`\n| fault | times |\n|---|---|`);
  for (const [name, times] of run.faults) console.log(`| ${name} | ${times} |`);
  for (const name of run.leftOut) console.log(`left out: ${name}`);
  for (const trouble of run.troubles) console.log(`FAULT ${trouble}`);
  const undone = neverDone(countsOf(run.history));
  for (const { kind, refused } of undone) console.log(`FAULT all ${refused} ${kind} were refused`);
  if (run.troubles.length + undone.length > 0) process.exitCode = 1;
  await report(run.history, results);
}

/**
 * Judges a history and prints what was found.
 * @param results a folder for the pictures of contradictions
 * @throws Error when there is nothing to judge
 */
async function report(
  history: History,
  results: string,
  options: JudgeOptions = {},
): Promise<void> {
  await mkdir(results, { recursive: true });
  const { calls, messages } = history;
  console.log(`\n${calls.length} operations, ${messages.length} webhooks`);
  console.log('\n| operation | sent | refused | without an answer |\n|---|---|---|---|');
  for (const { kind, sent, refused, unanswered } of countsOf(history)) {
    console.log(`| ${kind} | ${sent} | ${refused} | ${unanswered} |`);
  }
  const { contradictions, counts, gaps, undecided } = judge(history, options);
  console.log('\n| judged | subjects | operations |\n|---|---|---|');
  for (const [name, { subjects, operations }] of Object.entries(counts)) {
    console.log(`| ${name} | ${subjects} | ${operations} |`);
  }
  console.log(`\n${gaps.length} orders placed in a gap of decision 17`);
  for (const subject of undecided) console.log(`FAULT too long to be judged: ${subject}`);
  for (const [index, { text, svg }] of contradictions.entries()) {
    const picture = join(results, `contradiction-${index + 1}.svg`);
    await writeFile(picture, svg);
    console.log(`\nCONTRADICTION ${text}\n${picture}`);
  }
  console.log(`\n${contradictions.length || 'no'} contradictions`);
  if (contradictions.length + undecided.length > 0) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  if (!(error instanceof ScenarioOptionError)) throw error;
  const options = `--seconds … --seed … --program FOLDER --again FILE --only ${FAULTS.join()}`;
  console.error(`${error.message}: ${COMMAND} -- ${options}`);
  process.exitCode = 1;
}
