import { lstat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { isHeld, withServerLock } from './server-lock.js';

describe('the lock of the server', () => {
  const folder = temporaryFolder('server-lock');
  let path: string;
  const lines: string[] = [];
  const log = (line: string): void => void lines.push(line);

  beforeEach(() => {
    path = join(folder(), 'postgres.server.lock');
    lines.length = 0;
  });

  it('is held by nobody before it was ever taken, and after the work that took it', async () => {
    expect(await isHeld(path)).toBe(false);
    expect(await withServerLock(path, log, () => isHeld(path))).toBe(true);
    expect(await isHeld(path)).toBe(false);
    const failing = withServerLock(path, log, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await isHeld(path)).toBe(false);
  });

  it('takes the place of a file that a copy of the folder has made of it', async () => {
    await writeFile(path, '');
    expect(await isHeld(path)).toBe(false);
    expect(await withServerLock(path, log, () => isHeld(path))).toBe(true);
    expect((await lstat(path)).mode & 0o777).toBe(0o600);
  });

  it('does without, and says so, where it cannot be made', async () => {
    const nowhere = join(folder(), 'missing', 'lock');
    expect(await withServerLock(nowhere, log, (lock) => Promise.resolve(lock))).toBeUndefined();
    expect(lines).toEqual([expect.stringContaining('PostgreSQL runs without the lock')]);
  });
});
