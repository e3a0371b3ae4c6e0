import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { plantedFaults, type PlantedFault } from './planted-fault.js';

const run = promisify(execFile);

describe.each([
  ['of the specs', 'test/planted', 40],
  ['of the judge', 'test/judge/planted', 12],
])('the planted faults %s', (_, folder, count) => {
  let faults: PlantedFault[];

  beforeAll(async () => {
    faults = await plantedFaults(folder);
  });

  it(`are ${count}, one a number`, () => {
    expect(new Set(faults.map(({ number }) => number)).size).toBe(count);
    expect(faults).toHaveLength(count);
  });

  it('fit the sources: who moves code moves its patch', async () => {
    const outcomes = await Promise.all(
      faults.map(({ path }) =>
        run('git', ['apply', '--check', path]).then(
          () => [],
          (error: unknown) => [`${path}: ${(error as Error).message}`],
        ),
      ),
    );
    expect(outcomes.flat()).toEqual([]);
  });
});
