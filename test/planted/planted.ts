import { parseArgs } from 'node:util';
import { ScratchCopy, type Red } from '../support/scratch-copy.js';
import { nearestSpecs, plantedFaults, type PlantedFault } from './planted-fault.js';

/**
 * `npm run planted`: tries the planted faults one at a time in a copy of what is committed, and says by which case each is
 * noticed first. `-- --only 07,12` tries some; `--long` runs the long specs, too; `--jobs 1` one at a time instead of two.
 */
const { only, long, jobs } = parseArgs({
  options: {
    only: { type: 'string' },
    long: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2' },
  },
}).values;

const chosen = only?.split(',');
const waiting = (await plantedFaults()).filter(({ number }) => chosen?.includes(number) ?? true);
const tried: { readonly fault: PlantedFault; readonly red: Red | undefined }[] = [];

let baseline: Promise<void> | undefined;

async function tryInTurn(): Promise<void> {
  const copy = await ScratchCopy.make();
  try {
    await (baseline ??= copy.assertGreen({ first: [], long }));
    for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
      const begun = performance.now();
      await copy.git('apply', fault.path);
      const first = fault.files.flatMap(nearestSpecs);
      const red = await copy.firstRed({ first, long }).finally(() => copy.git('checkout', '.'));
      const seconds = Math.round((performance.now() - begun) / 1_000);
      const verdict = red === undefined ? 'NOT NOTICED' : `noticed by ${red.by}: ${red.why ?? ''}`;
      console.log(`${fault.number} after ${seconds} s ${verdict}`);
      tried.push({ fault, red });
    }
  } finally {
    await copy.remove();
  }
}

await Promise.all(Array.from({ length: Number(jobs) }, tryInTurn));
tried.sort((one, other) => one.fault.number.localeCompare(other.fault.number));
console.log('\n| | Fault | Noticed first by |\n|---|---|---|');
for (const { fault, red } of tried) {
  console.log(`| ${fault.number} | ${fault.fault} | ${red?.by ?? '**nothing**'} |`);
}
const noticed = tried.filter(({ red }) => red !== undefined).length;
console.log(`\n${noticed} of ${tried.length} noticed`);
