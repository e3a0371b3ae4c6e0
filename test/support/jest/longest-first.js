import sequencer from '@jest/test-sequencer';

/**
 * The specs that take longest, longest first. In a fresh clone Jest only knows the sizes of the files. A short file that
 * takes a minute would then be started last, while the other workers have nothing left to do.
 */
const LONGEST = [
  'browser/docs-page',
  'browser/console-journey',
  'deploy/extension-acme',
  'clients/bots',
  'e2e/upstream-bounds',
  'e2e/catalog-import',
  'e2e/secret-key-file',
  'e2e/connections',
  'e2e/upstream-chain',
  'e2e/audit',
  'e2e/changes-agreement',
  'docs/extending',
  'parsers/hostile-text',
  'e2e/upstream-catalog',
  'import/reading/catalog-source',
  'e2e/codes',
  'embedded/embedded-postgres',
  'e2e/catalog-chains',
  'wire-record/wire-record',
  'e2e/upstream-stop',
  'e2e/refusal-journal-faults',
];

/** In the order of the list, then as Jest would have it. */
export default class LongestFirst extends sequencer.default {
  /** @param {import('@jest/test-result').Test[]} tests */
  sort(tests) {
    return super.sort(tests).sort((left, right) => place(left) - place(right));
  }
}

/** @param {import('@jest/test-result').Test} test */
function place({ path }) {
  const found = LONGEST.findIndex((name) => path.includes(`/${name}.spec.`));
  return found < 0 ? LONGEST.length : found;
}
