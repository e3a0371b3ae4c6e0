import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import process from 'node:process';

/**
 * Writes which case was red first, and why, to the file `FIRST_RED_FILE`, for a run that ends with it. Workers whose
 * cases are broken off by that end may report them as failed, too, and so before it.
 */
export default class FirstRedReporter {
  /** @param {readonly import('vitest/node').TestModule[]} files */
  async onTestRunEnd(files) {
    const failed = files
      .flatMap((file) => [...file.children.allTests('failed')])
      .sort((one, other) => endOf(one) - endOf(other));
    const [first] = [...failed, ...files.flatMap(withErrors)];
    if (!first || !process.env.FIRST_RED_FILE) return;
    const file = relative(process.cwd(), (first.module ?? first).moduleId);
    const by = first.fullName ? `${file}: ${first.fullName.replaceAll(' > ', ' › ')}` : file;
    const [error] = first.type === 'test' ? first.result().errors : first.errors();
    const [why] = (error?.stack ?? error?.message ?? '').split('\n');
    await writeFile(process.env.FIRST_RED_FILE, JSON.stringify({ by, why }));
  }
}

/** @param {import('vitest/node').TestCase} one */
function endOf(one) {
  const { startTime, duration } = one.diagnostic();
  return startTime + duration;
}

/** A file that cannot be loaded, or suites whose hooks failed: their cases do not fail, they are skipped. */
function withErrors(file) {
  return [file, ...file.children.allSuites()].filter((one) => one.errors().length > 0);
}
