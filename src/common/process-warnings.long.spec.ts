import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { text as textOf } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

it('warnings of Node and of pg are lines of the log, and nothing on standard error', async () => {
  const program = `
    import { pino } from 'pino';
    import { logProcessWarnings } from './src/common/process-warnings.ts';
    logProcessWarnings(pino({ base: null }));
    process.emitWarning('pg is about to change', { type: 'DeprecationWarning', code: 'PG01' });
    process.emitWarning(new Error('of a package'));`;
  // Not told to be quiet, as the servers of other specs are.
  const args = ['--import', './test/support/typescript-hooks.js', '--input-type=module'];
  const child = execFile(process.execPath, [...args, '-e', program], { cwd: ROOT });
  const [output, errors] = await Promise.all([
    textOf(child.stdout!),
    textOf(child.stderr!),
    once(child, 'exit'),
  ]);
  expect([child.exitCode, errors]).toEqual([0, '']);
  const lines = output.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        level: 40,
        warning: 'DeprecationWarning',
        code: 'PG01',
        msg: 'pg is about to change',
      }),
      expect.objectContaining({ level: 40, warning: 'Error', msg: 'of a package' }),
    ]),
  );
});
