import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** This checkout, whose build is run. */
export const FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/** How the built program has ended. */
export interface Ended {
  /** What it printed with --json. */
  readonly json: unknown;
  readonly seconds: number;
}

/**
 * Runs a command of the built program, as an operator does, with `--json`.
 * @throws Error with what it said when it prints nothing
 */
export async function soukCommand(
  settings: Record<string, string>,
  ...words: string[]
): Promise<Ended> {
  const start = performance.now();
  const child = spawn(process.execPath, ['dist/cli.js', ...words, '--json'], {
    cwd: FOLDER,
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const [out, said] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await exited;
  if (out === '') throw new Error(`souk ${words[0]}: ${said}`);
  return { json: JSON.parse(out) as unknown, seconds: (performance.now() - start) / 1000 };
}
