import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../../../test/support/until.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { isHeld, removeServerLock, withServerLock } from './server-lock.js';

/** Starts a program of its own in the background, prints its process id, and ends. */
const PARENT = 'sleep 1000 & echo $!';

describe('the lock of the server', () => {
  const folder = temporaryFolder('server-lock');
  let path: string;
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);

  beforeEach(() => {
    path = join(folder(), 'postgres.server.lock');
    lines.length = 0;
  });

  it('is held by the processes that a program has started, however it ended, until they are killed', async () => {
    const line = await withServerLock(path, log, async (lock) => {
      const inherited = ['ignore', 'pipe', 'inherit', lock ?? 'ignore'] as const;
      const child = spawn('sh', ['-c', PARENT], { stdio: [...inherited] });
      // Listened to at once: Node throws away what nobody reads when the program ends.
      const [output] = await Promise.all([once(child.stdout!, 'data'), once(child, 'exit')]);
      return String(output[0]);
    });
    expect(await isHeld(path)).toBe(true);
    await removeServerLock(path);
    expect(await isHeld(path)).toBe(true);
    process.kill(Number(line), 'SIGKILL');
    await until(async () => !(await isHeld(path)));
    await removeServerLock(path);
    expect(await readdir(folder())).toEqual([]);
    expect(lines).toEqual([]);
  });
});
