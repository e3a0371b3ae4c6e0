import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../src/run-command-line.js';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `souk` in this process against a database, as a script would; or with more variables than its address. */
export async function souk(
  databaseUrl: string | Record<string, string>,
  ...words: string[]
): Promise<CommandResult> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const environment = typeof databaseUrl === 'string' ? { DATABASE_URL: databaseUrl } : databaseUrl;
  // Read while it is written, or a long answer would wait for its reader.
  const [out, err] = [text(stdout), text(stderr)];
  const code = await runCommandLine(words, environment, { stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, out: await out, err: await err };
}

/** Runs `souk --json` and returns its document; fails with what it said otherwise. */
export async function soukJson<T>(databaseUrl: string, ...words: string[]): Promise<T> {
  const { code, out, err } = await souk(databaseUrl, ...words, '--json');
  if (code !== 0) throw new Error(`souk ${words.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out) as T;
}
