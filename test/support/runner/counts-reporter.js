import process from 'node:process';
import { skippedLines } from './skipped-lines.ts';

/** Ends the report of a run with why cases were skipped, and with one line of counts that a machine reads. */
export default class CountsReporter {
  /** @param {readonly import('vitest/node').TestModule[]} files */
  onTestRunEnd(files) {
    const cases = files.flatMap((file) => [...file.children.allTests()]);
    const states = cases.map((one) => one.result().state);
    const ended = (state) => states.filter((other) => other === state).length;
    const titles = cases
      .filter((one) => one.result().state === 'skipped')
      .map((one) => ({ ancestorTitles: suitesOf(one).map(({ name }) => name) }));
    for (const line of skippedLines(titles)) process.stdout.write(`${line}\n`);
    // A file that cannot be loaded has no cases, and failed all the same.
    const broken = files.filter((file) => file.errors().length > 0).length;
    process.stdout.write(
      `${ended('passed')} passed, ${ended('failed') + broken} failed, ${ended('skipped')} skipped\n`,
    );
  }
}

/** @param {import('vitest/node').TestCase} one */
function suitesOf(one) {
  const suites = [];
  for (let { parent } = one; parent.type === 'suite'; { parent } = parent) suites.push(parent);
  return suites;
}
