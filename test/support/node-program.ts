import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A program that has ended. */
interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/**
 * Runs an ES module, whose imports begin at the root of the project, in a process of its own until it ends.
 * @param options of Node
 */
export async function runProgram(
  program: string,
  options: readonly string[] = ['--no-warnings'],
): Promise<Ended> {
  const hooks = ['--import', './test/support/typescript-hooks.js', '--input-type=module'];
  const words = [...options, ...hooks, '-e', program];
  const child = execFile(process.execPath, words, { cwd: ROOT });
  const [output, errors] = await Promise.all([
    textOf(child.stdout!),
    textOf(child.stderr!),
    once(child, 'exit'),
  ]);
  return { code: child.exitCode, output, errors };
}

/** The lines of a log in an output. */
export function logLines(output: string): string[] {
  return output.split('\n').filter((line) => line.startsWith('{'));
}
