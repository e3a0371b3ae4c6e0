import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LINES = 35;
/** Runs a program whose output is read only after the pipe was full and the program has had time to end. */
const READ_LATE =
  '"$0" "$@" 2>/dev/null | (while [ ! -e "$FULL" ]; do sleep 0.1; done; sleep 1; cat)';

/** Fills standard output until it is full, logs, and ends. */
const PROGRAM = `
  import { writeFileSync, writeSync } from 'node:fs';
  import { createLogger } from './src/common/logger.ts';
  const logger = createLogger('info');
  process.stdout.fd;
  try {
    for (;;) writeSync(1, 'x'.repeat(1023) + '\\n');
  } catch (error) {
    if (error.code !== 'EAGAIN') throw error;
  }
  writeFileSync(process.env.FULL, '');
  for (let line = 1; line <= ${LINES}; line++) logger.info({ line }, 'one of the last');
  ENDING
`;

describe('the log of a process that ends', () => {
  it.each(['process.exit(0);', "throw new Error('crash');"])(
    'has all lines, however slowly it is read: %s',
    async (ending) => {
      const folder = await mkdtemp(join(tmpdir(), 'souk-log-'));
      const program = PROGRAM.replace('ENDING', ending);
      const words = ['--no-warnings', '--import', './test/support/typescript-hooks.js'];
      const { stdout } = await promisify(execFile)(
        'sh',
        ['-c', READ_LATE, process.execPath, ...words, '--input-type=module', '--eval', program],
        { cwd: ROOT, maxBuffer: Infinity, env: { ...process.env, FULL: join(folder, 'full') } },
      );
      await rm(folder, { recursive: true });
      const numbers = stdout.matchAll(/"line":(\d+),"msg":"one of the last"/g);
      const expected = Array.from({ length: LINES }, (_, index) => String(index + 1));
      expect([...numbers].map(([, number]) => number)).toEqual(expected);
    },
  );
});
