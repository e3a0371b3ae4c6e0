import { PURE_FILES } from './pure-files.js';

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  mutate: PURE_FILES,
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.js' },
  coverageAnalysis: 'perTest',
  // Types are checked by `npm run lint`; a mutant may break them.
  disableTypeChecks: true,
  concurrency: 2,
  // On a busy machine a mutant that only takes its time must not count as found; those that loop for ever are few.
  timeoutMS: 20_000,
  allowEmpty: false,
  reporters: ['clear-text', 'json', 'progress-append-only'],
  clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
  jsonReporter: { fileName: 'coverage/mutation.json' },
  tempDirName: 'coverage/mutants',
  ignorePatterns: ['/bench', '/coverage', '/dist', '/docker', '/test/wire-record', '/.souk'],
  // Percent of the mutants that some spec notices; below `break` the run fails.
  thresholds: { high: 90, low: 85, break: 85 },
};
