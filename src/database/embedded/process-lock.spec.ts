import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { withLock } from './process-lock.js';

/** Nobody waits as long for a lock, on however busy a machine. */
const LONG_MS = 60_000;

describe('process locks', () => {
  const folder = temporaryFolder('lock');
  let path: string;

  beforeEach(() => {
    path = join(folder(), 'some.lock');
  });

  it('lets one work at a time', async () => {
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, ++inside);
      await sleep(20);
      inside--;
    };
    await Promise.all([1, 2, 3].map(() => withLock(path, LONG_MS, work)));
    expect(most).toBe(1);
  });

  it('is free again after work that failed', async () => {
    const failing = withLock(path, 0, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    await expect(withLock(path, 0, () => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});
