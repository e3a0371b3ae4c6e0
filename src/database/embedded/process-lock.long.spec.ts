import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { hasUsers, joinUsers, withLock } from './process-lock.js';

/** Nobody waits as long for a lock, on however busy a machine. */
const LONG_MS = 60_000;

/** Another process that holds the lock until it is killed. */
async function holdElsewhere(path: string, lock: string): Promise<ChildProcess> {
  const script = `
    const { DatabaseSync } = require('node:sqlite');
    new DatabaseSync(${JSON.stringify(path)}).exec(${JSON.stringify(lock)});
    console.log('held');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'close');
}

describe('process locks', () => {
  const folder = temporaryFolder('lock');
  let path: string;

  beforeEach(() => {
    path = join(folder(), 'some.lock');
  });

  it('tells when another process holds it too long, and is free when that one is killed', async () => {
    const holder = await holdElsewhere(path, 'BEGIN EXCLUSIVE');
    const work = (): Promise<string> => Promise.resolve('mine');
    await expect(withLock(path, 100, work)).rejects.toThrow('Another Souk process');
    const waiting = withLock(path, LONG_MS, work);
    await kill(holder);
    await expect(waiting).resolves.toBe('mine');
  });

  it('counts users of this process and of others until they leave or die', async () => {
    expect(hasUsers(path)).toBe(false);
    const leaveFirst = joinUsers(path);
    const leaveSecond = joinUsers(path);
    leaveFirst();
    expect(hasUsers(path)).toBe(true);
    leaveSecond();
    expect(hasUsers(path)).toBe(false);
    const user = await holdElsewhere(path, 'BEGIN; SELECT 1 FROM sqlite_schema');
    expect(hasUsers(path)).toBe(true);
    await kill(user);
    expect(hasUsers(path)).toBe(false);
  });
});
