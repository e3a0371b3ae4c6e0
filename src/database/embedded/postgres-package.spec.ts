import { chmod, lstat, mkdir, mkdtemp, readFile, readlink } from 'node:fs/promises';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { completePackage, copyPackage } from './postgres-package.js';

describe('the PostgreSQL package', () => {
  let parent: string;
  let native: string;

  // What npm leaves when it was told to run no install scripts.
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'souk-package-'));
    native = join(parent, 'package', 'native');
    await mkdir(join(native, 'bin'), { recursive: true });
    await mkdir(join(native, 'lib'));
    const links = [
      { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' },
      { source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so' },
    ];
    await writeFile(join(native, 'pg-symlinks.json'), JSON.stringify(links));
    await writeFile(join(native, '..', 'package.json'), '{"version":"18.4.0"}');
    await writeFile(join(native, 'lib', 'libpq.so.5.18'), 'library');
    for (const name of ['initdb', 'postgres', 'pg_ctl']) {
      await writeFile(join(native, 'bin', name), '', { mode: 0o644 });
    }
  });

  afterEach(async () => {
    await rm(parent, { recursive: true });
  });

  it('gets its links and executable programs, however many do it at once', async () => {
    const results = await Promise.all([1, 2, 3].map(() => completePackage(native)));
    expect(results).toEqual([true, true, true]);
    expect(await completePackage(native)).toBe(true);
    expect(await readlink(join(native, 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
    expect(await readFile(join(native, 'lib', 'libpq.so'), 'utf8')).toBe('library');
    expect((await stat(join(native, 'bin', 'postgres'))).mode & 0o111).toBe(0o111);
  });

  it('is not complete while a link cannot be made', async () => {
    await rm(join(native, 'lib'), { recursive: true });
    expect(await completePackage(native)).toBe(false);
  });

  it('is copied whole, open to every user, and once', async () => {
    await chmod(join(native, 'lib'), 0o700);
    const target = join(parent, 'copies');
    await mkdir(target);
    const copy = await copyPackage(native, target);
    expect(await copyPackage(native, target)).toBe(copy);
    expect(await readdir(target)).toEqual(['souk-postgresql-18.4.0']);
    expect((await lstat(join(copy, 'lib', 'libpq.so'))).isSymbolicLink()).toBe(true);
    expect((await stat(join(copy, 'lib'))).mode & 0o777).toBe(0o755);
  });
});
