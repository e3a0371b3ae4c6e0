import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDiskFull, loadCredentials, openDataFolder, telltaleLine } from './data-folder.js';
import { logSize, readLog, saveCredentials, trimLog } from './data-folder.js';
import type { DataFolder } from './data-folder.js';
import { EmbeddedPostgresError, toPlainError } from './embedded-postgres-error.js';

describe('the data folder', () => {
  let parent: string;
  let folder: DataFolder;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'souk-folder-'));
    folder = await openDataFolder(join(parent, 'a', '.souk'));
  });

  afterEach(async () => {
    await rm(parent, { recursive: true });
  });

  it('is made for its owner alone', async () => {
    expect((await stat(folder.path)).mode & 0o777).toBe(0o700);
  });

  it('keeps a random password in a file for its owner alone', async () => {
    const first = await loadCredentials(folder);
    expect(Buffer.from(first.password, 'base64url')).toHaveLength(32);
    expect((await stat(folder.credentials)).mode & 0o777).toBe(0o600);
    expect(await loadCredentials(folder)).toEqual(first);
  });

  it('remembers the port', async () => {
    await saveCredentials(folder, { password: 'secret', port: 5001 });
    expect(await loadCredentials(folder)).toEqual({ password: 'secret', port: 5001 });
  });

  it.each(['{"password"', '[]', 'null', '{"password":1,"port":2}'])(
    'makes a new password when the file holds %s',
    async (damaged) => {
      await writeFile(folder.credentials, damaged);
      const { password } = await loadCredentials(folder);
      expect(password).toHaveLength(43);
      expect((await loadCredentials(folder)).password).toBe(password);
    },
  );

  it('empties a log of more than 10 MB and no smaller one', async () => {
    await writeFile(folder.log, 'x'.repeat(10 * 1024 * 1024));
    await trimLog(folder);
    expect(await logSize(folder)).toBe(10 * 1024 * 1024);
    await writeFile(folder.log, 'xy', { flag: 'a' });
    await trimLog(folder);
    expect(await logSize(folder)).toBe(0);
  });

  it('reads the log from where it stood, or nothing when there is none', async () => {
    expect(await readLog(folder, 0)).toBe('');
    await writeFile(folder.log, 'old\nnew\n');
    expect(await readLog(folder, 4)).toBe('new\n');
  });

  it('knows a full disk by what PostgreSQL says', async () => {
    expect(await isDiskFull(folder, 'FATAL:  could not write: No space left on device')).toBe(true);
    expect(await isDiskFull(folder, 'FATAL:  out of memory')).toBe(false);
  });
});

describe('telltaleLine', () => {
  const stamp = '2026-11-21 04:08:01.016 UTC [3196]';

  it('prefers the cause to its consequences and to early logins', () => {
    const log = [
      `${stamp} LOG:  starting PostgreSQL 18.4`,
      `${stamp} FATAL:  the database system is starting up`,
      `running bootstrap script ... ${stamp} FATAL:  could not open file "x": Is a directory.`,
      `${stamp} PANIC:  cannot abort`,
      `${stamp} LOG:  database system is shut down`,
    ].join('\n');
    expect(telltaleLine(log)).toBe('FATAL: could not open file "x": Is a directory');
  });

  it('falls back to the last line', () => {
    expect(telltaleLine(`${stamp} LOG:  one\n${stamp} LOG:  two\n\n`)).toBe('LOG: two');
    expect(telltaleLine('')).toBe('it wrote nothing to its log');
  });
});

describe('toPlainError', () => {
  it.each([
    ['EACCES', 'this user may not write there'],
    ['EROFS', 'the file system is read-only'],
    ['ENOSPC', 'the disk is full'],
    ['ENOTDIR', 'a part of its path is a file'],
  ])('tells %s in one sentence', (code, words) => {
    const { message } = toPlainError(Object.assign(new Error('x'), { code }), '/data');
    expect(message).toMatch(/^The data folder \/data cannot be used: [^.]+\.$/);
    expect(message).toContain(words);
  });

  it('passes on what is plain already', () => {
    const plain = new EmbeddedPostgresError('Plain.');
    expect(toPlainError(plain, '/data')).toBe(plain);
  });
});
