import { existsSync } from 'node:fs';
import process from 'node:process';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/**
 * Runs the commands that come on standard input, a JSON list of words a line, with the version built in the working
 * folder, and writes what each of them prints with --json as one line. Plain JavaScript: it is to run beside any version,
 * and earlier ones had the module at the root of dist/.
 */
const found = ['dist/start/run-command-line.js', 'dist/run-command-line.js']
  .map((file) => join(process.cwd(), file))
  .find((file) => existsSync(file));
const { runCommandLine } = await import(pathToFileURL(found).href);
// Earlier versions take the environment itself, later ones a function that reads it.
const environment = Object.assign(() => process.env, process.env);

for await (const line of createInterface({ input: process.stdin })) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const words = [...JSON.parse(line), '--json'];
  const code = await runCommandLine(words, environment, { stdin, stdout, stderr: process.stderr });
  if (code !== 0) {
    // What it has found, such as doctor.
    process.stderr.write(stdout.read() ?? '');
    process.stderr.write(`souk ${words.join(' ')} ended with ${code}\n`);
    process.exit(1);
  }
  process.stdout.write(`${JSON.stringify(JSON.parse(stdout.read()?.toString() ?? 'null'))}\n`);
}
