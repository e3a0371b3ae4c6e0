import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { plantedFaults, type PlantedFault } from './planted-fault.js';

const run = promisify(execFile);
let faults: PlantedFault[];

beforeAll(async () => {
  faults = await plantedFaults();
});

describe('the planted faults', () => {
  it('are forty, one a number', () => {
    expect(new Set(faults.map(({ number }) => number)).size).toBe(40);
    expect(faults).toHaveLength(40);
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
