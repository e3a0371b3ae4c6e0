import { readFile } from 'node:fs/promises';
import { PackedSouk } from '../support/packed-souk.js';

let souk: PackedSouk;

beforeAll(async () => {
  souk = await PackedSouk.pack();
});
afterAll(() => souk.remove());

/** All relative paths in the values of `bin` or `exports`. */
function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replace(/^\.\//, '')];
  return Object.values(value as Record<string, unknown>).flatMap(pathsIn);
}

describe('the package', () => {
  it('holds what runs, its types and what the server shows, and nothing else', () => {
    const others = souk.files.filter((path) => !/^dist\/.+\.(js|d\.ts)$/.test(path));
    expect(others.filter((path) => !/^assets\/images\/[\w-]+\.svg$/.test(path)).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'assets/console/console.css',
      'assets/console/console.js',
      'assets/console/icon.svg',
      'assets/console/icons.svg',
      'assets/docs/docs.css',
      'assets/docs/docs.js',
      'assets/docs/index.html',
      'assets/schema-objects.jsonl',
      'examples/demo-shop/catalog.json',
      'locales/ar.json',
      'locales/de.json',
      'locales/en.d.ts',
      'locales/en.json',
      'locales/en.notes.json',
      'locales/tr.json',
      'package.json',
    ]);
    expect(others).toContain('assets/images/placeholder.svg');
  });

  it('holds no test, and the types of each module', () => {
    expect(souk.files.filter((path) => /\.spec\.|jest|\/test\//.test(path))).toEqual([]);
    const modules = souk.files.filter((path) => path.startsWith('dist/') && path.endsWith('.js'));
    expect(modules.length).toBeGreaterThan(100);
    const types = modules.map((path) => path.replace(/js$/, 'd.ts'));
    expect(types.filter((path) => !souk.files.includes(path))).toEqual([]);
  });

  it('holds every file that its manifest names', async () => {
    const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
    const manifest = JSON.parse(text) as { bin: unknown; exports: unknown; private?: boolean };
    const named = pathsIn([manifest.bin, manifest.exports]);
    expect(named).toEqual(
      expect.arrayContaining(['dist/cli.js', 'dist/extension.d.ts', 'dist/testing.js']),
    );
    expect(named.filter((path) => !souk.files.includes(path))).toEqual([]);
    expect(manifest.private).toBeUndefined();
  });
});
