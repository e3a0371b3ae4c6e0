import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const RUNNER = fileURLToPath(new URL('run-souk-commands.js', import.meta.url));

/**
 * Runs many `souk` commands of one built version in one process, since starting Node for each would take minutes.
 * @param folder where the version's dist/ is.
 * @param settings environment variables besides the address of the database.
 * @returns the documents that `--json` printed, in the order of the commands.
 */
export async function soukCommands(
  folder: string,
  databaseUrl: string,
  commands: readonly (readonly string[])[],
  settings: Readonly<Record<string, string>> = {},
): Promise<unknown[]> {
  const child = spawn(process.execPath, ['--no-warnings', RUNNER], {
    cwd: folder,
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, ...settings },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  child.stdin.end(commands.map((words) => `${JSON.stringify(words)}\n`).join(''));
  const answers: unknown[] = [];
  for await (const line of createInterface({ input: child.stdout })) answers.push(JSON.parse(line));
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`a souk command in ${folder} failed; see above`);
  return answers;
}
