import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { plantedFaults, type PlantedFault } from '../planted/planted-fault.js';
import { ScratchCopy } from '../support/scratch-copy.js';
import { judge } from './judgement.js';
import { FAULTS } from './run/drawn-faults.js';
import { judgedRun } from './run/judged-run.js';

/**
 * `npm run judge:planted`: has the judge look for each of its planted faults, in a copy of what is committed, by runs of
 * a minute with other seeds, until a history contradicts or five have passed. `-- --only 07,12` tries some.
 */
const FOLDER = 'test/judge/planted';
const RUN_SECONDS = 60;
const RUNS = 5;

const run = promisify(execFile);
const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const chosen = only?.split(',');

/** @returns what a run of the copy's server contradicts first; undefined if nothing */
async function contradictionIn(folder: string, seed: number): Promise<string | undefined> {
  const { history } = await judgedRun({
    ...{ seconds: RUN_SECONDS, seed, faults: FAULTS, folder },
    say: () => undefined,
    onErrorLine: () => undefined,
    keep: () => Promise.resolve(),
  });
  return judge(history).contradictions[0]?.text;
}

async function verdictOn(fault: PlantedFault): Promise<string | undefined> {
  const copy = await ScratchCopy.make();
  try {
    await copy.git('apply', fault.path);
    await run(process.execPath, ['build/build.js'], { cwd: copy.folder });
    for (let seed = 1; seed <= RUNS; seed++) {
      const text = await contradictionIn(copy.folder, seed);
      if (text === undefined) continue;
      console.log(`\n${fault.number} within ${seed * RUN_SECONDS} s of use:\n${text}`);
      return `${seed * RUN_SECONDS} s: ${text.split('\n', 1).join('')}`;
    }
    console.log(`\n${fault.number} NOT FOUND`);
    return undefined;
  } finally {
    await copy.remove();
  }
}

const rows: string[] = [];
let found = 0;
for (const fault of await plantedFaults(FOLDER)) {
  if (chosen && !chosen.includes(fault.number)) continue;
  const verdict = await verdictOn(fault);
  if (verdict !== undefined) found++;
  rows.push(`| ${fault.number} | ${fault.fault} | ${verdict ?? '**nothing**'} |`);
}
console.log(`\n| | Fault | Contradiction within |\n|---|---|---|\n${rows.join('\n')}`);
console.log(`\n${found} of ${rows.length} found`);
if (found < rows.length) process.exitCode = 1;
