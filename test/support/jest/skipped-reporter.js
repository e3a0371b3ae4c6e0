import process from 'node:process';
import { skippedLines } from '../skipped-lines.ts';

/** Says at the end of a run why tests were skipped; Jest only counts them. */
export default class SkippedReporter {
  /**
   * @param {unknown} _contexts
   * @param {import('@jest/test-result').AggregatedResult} results
   */
  onRunComplete(_contexts, { testResults: files }) {
    const tests = files.flatMap(({ testResults }) => testResults);
    for (const line of skippedLines(tests)) process.stderr.write(`${line}\n`);
  }
}
