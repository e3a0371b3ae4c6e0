import { access, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { souk, soukJson } from '../support/command-line.js';
import type { TestShop } from '../support/test-shop.js';
import { fresh, workerShop } from '../support/worker-shop.js';

/** Files that commands write into a folder where other users may write, too, such as /tmp. */
describe('what commands write', () => {
  let shop: TestShop;
  let folder: string;
  const at = (name: string): string => join(folder, name);
  const run = (...words: string[]) => souk(shop, ...words);

  beforeAll(async () => {
    shop = await workerShop();
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-written-'));
    await writeFile(at('theirs'), 'theirs');
  });

  afterEach(async () => {
    expect(await readFile(at('theirs'), 'utf8')).toBe('theirs');
    await rm(folder, { recursive: true });
  });

  it.each([
    ['a link to a file', 'theirs'],
    ['a link to nowhere', 'nowhere'],
  ])('a backup does not follow %s that waits for it', async (_, target) => {
    await symlink(at(target), at('x.backup.unfinished'));

    const { code, out, err } = await run('backup', at('x.backup'));

    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^\S+x\.backup\.unfinished is there already, [^\n]+delete it[^\n]+\.\n$/);
    expect((await readdir(folder)).sort()).toEqual(['theirs', 'x.backup.unfinished']);
  });

  it('a backup leaves a file alone that it has not made', async () => {
    await writeFile(at('x.backup.unfinished'), 'of another run');

    expect((await run('backup', at('x.backup'))).code).toBe(1);
    expect(await readFile(at('x.backup.unfinished'), 'utf8')).toBe('of another run');
  });

  it.each([
    ['a link to a file', 'theirs'],
    ['a link to nowhere', 'nowhere'],
  ])('a backup does not replace %s', async (_, target) => {
    await symlink(at(target), at('x.backup'));

    expect((await run('backup', at('x.backup'))).err).toBe(
      `${at('x.backup')} is there already; name another file.\n`,
    );
    expect((await readdir(folder)).sort()).toEqual(['theirs', 'x.backup']);
  });

  it('a backup has its name when it is whole, for its owner alone', async () => {
    const { code, err } = await run('backup', at('x.backup'));
    expect({ code, why: code === 0 ? '' : err }).toEqual({ code: 0, why: '' });

    expect((await readdir(folder)).sort()).toEqual(['theirs', 'x.backup']);
    expect((await stat(at('x.backup'))).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['a link to a file', 'theirs'],
    ['a link to nowhere', 'nowhere'],
  ])('codes and catalogs do not go through %s', async (_, target) => {
    const stock = fresh('steam');
    await writeFile(at('codes'), `${fresh('A')}\n${fresh('A')}\n`);
    await run('codes', 'import', stock, at('codes'));
    for (const words of [
      ['codes', 'withdraw', stock],
      ['catalog', 'export'],
    ]) {
      await symlink(at(target), at('link'));
      const { code, err } = await run(...words, at('link'));
      expect([code, err]).toEqual([1, `${at('link')} is there already; name another file.\n`]);
      await rm(at('link'));
    }
    await expect(access(at('nowhere'))).rejects.toThrow();
    const stocks = await soukJson<{ name: string; free: number }[]>(shop, 'codes', 'list');
    expect(stocks.find((one) => one.name === stock)).toMatchObject({ free: 2 });
  });

  it('codes of several batches go into one file', async () => {
    const many = fresh('many');
    const codes = Array.from({ length: 2_500 }, (_, n) => `${many}-${n}`);
    await writeFile(at('codes'), codes.join('\n'));
    await run('codes', 'import', many, at('codes'));

    expect((await run('codes', 'withdraw', many, at('out'))).code).toBe(0);

    expect((await readFile(at('out'), 'utf8')).trim().split('\n')).toEqual(codes);
    expect((await stat(at('out'))).mode & 0o777).toBe(0o600);
  });
});
