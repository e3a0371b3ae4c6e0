import { spawnSync } from 'node:child_process';
import { plantedFaults } from './planted-fault.js';

/**
 * `npm run lint:planted`: every planted fault fits the sources, so whoever moves code moves its patch with it. It is a part
 * of the lint, since `npm run planted` takes hours and a spec would need git on the machine of a newcomer.
 */
const FOLDERS = { 'test/planted': 40, 'test/judge/planted': 12 };

for (const [folder, count] of Object.entries(FOLDERS)) {
  const faults = await plantedFaults(folder);
  const numbers = new Set(faults.map(({ number }) => number));
  if (faults.length !== count || numbers.size !== count) {
    fail(
      `${folder} holds ${faults.length} patches and ${numbers.size} numbers; ${count} are meant.`,
    );
  }
  for (const { path } of faults) {
    const { status, stderr, error } = spawnSync('git', ['apply', '--check', path], {
      encoding: 'utf8',
    });
    if (error !== undefined) throw error;
    if (status !== 0) fail(`${path} does not fit the sources any more:\n${stderr}`);
  }
}

function fail(sentence: string): void {
  console.error(sentence);
  process.exitCode = 1;
}
