import process from 'node:process';
import { skippedLines } from './skipped-lines.ts';

/** Ends the report of a run with why cases were skipped, and with one line of counts that a machine reads. */
export default class CountsReporter {
  /**
   * @param {readonly import('vitest/node').TestModule[]} files
   * @param {readonly unknown[]} unhandledErrors
   */
  onTestRunEnd(files, unhandledErrors) {
    const cases = files.flatMap((file) => [...file.children.allTests()]);
    const states = cases.map((one) => one.result().state);
    const ended = (state) => states.filter((other) => other === state).length;
    const titles = cases
      .filter((one) => one.result().state === 'skipped')
      .map((one) => ({ ancestorTitles: suitesOf(one).map(({ name }) => name) }));
    for (const line of skippedLines(titles)) process.stdout.write(`${line}\n`);
    // A file that cannot be loaded, a hook that fails and an error outside of all cases fail the run, too.
    const broken =
      files.flatMap(hookOwners).filter((owner) => owner.errors().length > 0).length +
      unhandledErrors.length;
    process.stdout.write(
      `${ended('passed')} passed, ${ended('failed') + broken} failed, ${ended('skipped')} skipped\n`,
    );
  }
}

/** @param {import('vitest/node').TestModule} file */
function hookOwners(file) {
  return [file, ...file.children.allSuites()];
}

/** @param {import('vitest/node').TestCase} one */
function suitesOf(one) {
  const suites = [];
  for (let { parent } = one; parent.type === 'suite'; { parent } = parent) suites.push(parent);
  return suites;
}
