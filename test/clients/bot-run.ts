import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const BOTS: readonly (readonly [file: string, program: string, ...needed: string[]])[] = [
  ['bot.mjs', process.execPath],
  ['bot.py', 'python3'],
  ['bot.php', 'php'],
  ['curl.sh', 'bash', 'curl', 'jq'],
];

/** A bot of examples/bots, and where it runs. */
export interface Run {
  readonly file: string;
  readonly program: string;
  readonly url: string;
  readonly token: string;
  readonly folder: string;
  /** Seconds. */
  readonly pause?: string;
}

/** Where a bot keeps the order that it sends, and what it has followed. */
export function filesOf({ folder, token }: Pick<Run, 'folder' | 'token'>) {
  return { order: join(folder, token), feed: join(folder, `${token}.feed`) };
}

/** Resolves when the bot has ended. @param before the program that runs it, with its arguments */
export function execute(
  run: Run,
  before: readonly string[] = [],
): Promise<{ code: number; out: string }> {
  const { file, program, url, token, folder, pause = '0' } = run;
  const script = fileURLToPath(new URL(`../../examples/bots/${file}`, import.meta.url));
  const { order: ORDER_FILE, feed: FEED_FILE } = filesOf(run);
  const files = { ORDER_FILE, FEED_FILE };
  const env = { PATH: process.env.PATH, BASE_URL: `${url}/`, TOKEN: token, ...files, PAUSE: pause };
  return new Promise((resolve) => {
    const child = execFile(
      program,
      [...before, script],
      { env, cwd: folder },
      (_error, out, err) => {
        resolve({ code: child.exitCode ?? NaN, out: out + err });
      },
    );
  });
}

export function missingOf(...programs: readonly string[]): string | undefined {
  const lacking = programs.find((name) => spawnSync(name, ['--version']).status !== 0);
  return lacking && `${lacking} is missing`;
}
