import {
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isStillAt, nameNewFile, openNewFile } from './new-file.js';

const EXISTS = { code: 'EEXIST' };

describe('a new file', () => {
  let folder: string;
  const at = (name: string): string => join(folder, name);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-new-file-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('is for its owner alone', async () => {
    const file = await openNewFile(at('a'));
    await file.writeFile('secret');
    await file.close();

    expect((await lstat(at('a'))).mode & 0o777).toBe(0o600);
  });

  it('is refused where something is: a file, a link to one, a link to nowhere', async () => {
    await writeFile(at('theirs'), 'theirs');
    await symlink(at('theirs'), at('link'));
    await symlink(at('nowhere'), at('lost'));
    for (const name of ['theirs', 'link', 'lost']) {
      await expect(openNewFile(at(name))).rejects.toMatchObject(EXISTS);
    }

    expect(await readFile(at('theirs'), 'utf8')).toBe('theirs');
    expect(await readdir(folder)).not.toContain('nowhere');
  });

  it('takes its name from nobody', async () => {
    await writeFile(at('draft'), 'ours');
    await writeFile(at('theirs'), 'theirs');
    await symlink(at('theirs'), at('link'));
    await symlink(at('nowhere'), at('lost'));
    for (const name of ['theirs', 'link', 'lost']) {
      await expect(nameNewFile(at('draft'), at(name))).rejects.toMatchObject(EXISTS);
    }
    await nameNewFile(at('draft'), at('good'));

    expect(await readFile(at('good'), 'utf8')).toBe('ours');
    expect(await readFile(at('theirs'), 'utf8')).toBe('theirs');
    expect((await readdir(folder)).sort()).toEqual(['good', 'link', 'lost', 'theirs']);
  });

  it('is known again, and not taken for another one of the same name', async () => {
    const file = await openNewFile(at('a'));
    expect(await isStillAt(at('a'), file)).toBe(true);
    await rename(at('a'), at('b'));
    expect(await isStillAt(at('a'), file)).toBe(false);
    await symlink(at('b'), at('a'));
    expect(await isStillAt(at('a'), file)).toBe(false);
    await file.close();
  });
});
