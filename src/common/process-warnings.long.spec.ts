import { logLines, runProgram } from '../../test/support/node-program.js';

it('warnings of Node and of pg are lines of the log, and nothing on standard error', async () => {
  const program = `
    import { pino } from 'pino';
    import { logProcessWarnings } from './src/common/process-warnings.ts';
    logProcessWarnings(pino({ base: null }));
    process.emitWarning('pg is about to change', { type: 'DeprecationWarning', code: 'PG01' });
    process.emitWarning(new Error('of a package'));`;
  // Not told to be quiet, as the servers of other specs are.
  const { code, output, errors } = await runProgram(program, []);
  expect([code, errors]).toEqual([0, '']);
  const lines = logLines(output);
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
