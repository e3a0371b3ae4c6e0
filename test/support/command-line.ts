import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runCommandLine } from '../../src/start/run-command-line.js';
import { directUrlOf } from './test-database.js';

export interface CommandResult {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `souk` in this process, with a database's address or with several environment variables. */
export function souk(
  databaseUrl: string | Record<string, string>,
  ...words: string[]
): Promise<CommandResult> {
  return soukWithInput('', databaseUrl, ...words);
}

/** The same, with a text on standard input. */
export async function soukWithInput(
  input: string,
  databaseUrl: string | Record<string, string>,
  ...words: string[]
): Promise<CommandResult> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const settings = typeof databaseUrl === 'string' ? { DATABASE_URL: databaseUrl } : databaseUrl;
  const environment = withDirectUrl(settings);
  // Read while the command writes: the stream of a long output would fill up and block the command.
  const [out, err] = [text(stdout), text(stderr)];
  stdin.end(input);
  const code = await runCommandLine(words, () => environment, { stdin, stdout, stderr });
  stdout.end();
  stderr.end();
  return { code, out: await out, err: await err };
}

/** Runs `souk --json` and returns its document. @throws Error with the command's message when it fails. */
export async function soukJson<T>(
  databaseUrl: string | Record<string, string>,
  ...words: string[]
): Promise<T> {
  const { code, out, err } = await souk(databaseUrl, ...words, '--json');
  if (code !== 0) throw new Error(`souk ${words.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out) as T;
}

/** Adds the address of the owner, where the database is one of the tests'. */
function withDirectUrl(settings: Record<string, string>): Record<string, string> {
  const { DATABASE_URL: url = '' } = settings;
  const { SOUK_TEST_APPLICATION: application = '' } = process.env;
  if (!URL.canParse(url) || new URL(url).username !== new URL(application).username)
    return settings;
  return { DATABASE_DIRECT_URL: directUrlOf(url), ...settings };
}
