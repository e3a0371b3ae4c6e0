import { randomInt } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nearestSpecs } from '../planted/planted-fault.js';
import { Random } from '../support/random.js';
import { ScratchCopy } from '../support/scratch-copy.js';
import { MutantCompiler, mutantsOf, type Mutant } from './mutants.js';
import { ORDER_PATH_FILES } from './order-path-files.js';

/**
 * `npm run mutation:orders`: draws changes of the order path by a seed, tries each in a copy of what is committed, and runs
 * the short specs of orders, account and delivery until one is red. Fails below 85 % noticed.
 */
const options = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    mutants: { type: 'string', default: '200' },
    /** Of those drawn, only changes in these places, such as `balance.service.ts:238,order-batches.ts:90`. */
    only: { type: 'string' },
    /** Tried at the same time, each in a copy of its own. */
    jobs: { type: 'string', default: '2' },
  },
}).values;

const SPECS = ['orders', 'account', 'fulfillment'].flatMap((room) => [
  `src/${room}/`,
  `test/${room}/`,
]);
const LEAST_PERCENT = 85;

/** Changes in a random order, of which those that do not compile are left out. */
async function drawn(random: Random, count: number): Promise<Mutant[]> {
  const all = await mutantsOf(ORDER_PATH_FILES);
  const compiler = new MutantCompiler();
  const chosen: Mutant[] = [];
  while (chosen.length < count && all.length > 0) {
    const [mutant] = all.splice(random.between(0, all.length - 1), 1);
    if (mutant && compiler.compiles(mutant)) chosen.push(mutant);
  }
  return chosen;
}

function named({ file, line, kind, before, after }: Mutant): string {
  const short = (text: string): string => text.replace(/\s+/g, ' ').slice(0, 60);
  return `${file}:${line} ${kind} \`${short(before)}\` → \`${short(after)}\``;
}

const begun = performance.now();
console.log(`seed ${options.seed}`);
const all = await drawn(new Random(Number(options.seed)), Number(options.mutants));
const places = options.only?.split(',');
const waiting = all.filter(
  ({ file, line }) => places?.some((place) => `${file}:${line}`.endsWith(`/${place}`)) ?? true,
);
const total = waiting.length;
const survivors: Mutant[] = [];
let done = 0;

let baseline: Promise<void> | undefined;

async function tryInTurn(): Promise<void> {
  const copy = await ScratchCopy.make();
  try {
    await (baseline ??= copy.assertGreen({ first: [], only: SPECS }));
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      await writeFile(join(copy.folder, mutant.file), mutant.text);
      const red = await copy.firstRed({ first: nearestSpecs(mutant.file), only: SPECS });
      await copy.git('checkout', '.');
      if (red === undefined) survivors.push(mutant);
      console.log(
        `${++done}/${total} ${named(mutant)}: ${red ? `${red.by}: ${red.why ?? ''}` : 'SURVIVED'}`,
      );
    }
  } finally {
    await copy.remove();
  }
}

await Promise.all(Array.from({ length: Number(options.jobs) }, tryInTurn));
const percent = (100 * (total - survivors.length)) / total;
const hours = (performance.now() - begun) / 3_600_000;
console.log('\nSurvivors:');
for (const mutant of survivors) console.log(`- ${named(mutant)}`);
console.log(
  `\n${total - survivors.length} of ${total} noticed (${percent.toFixed(1)} %), ${hours.toFixed(1)} hours`,
);
if (percent < LEAST_PERCENT) process.exitCode = 1;
