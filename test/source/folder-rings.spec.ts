import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { readdir } from 'node:fs/promises';
import ts from 'typescript';
import { betweenSubFolders, foldersInRings, type Imports } from './folder-rings.js';

/** The imports of each source, without Nest modules: these connect all folders of a module. */
async function importsOfSources(): Promise<Imports> {
  const files = (await readdir('src', { recursive: true })).map((file) => `src/${file}`);
  const sources = files.filter((file) => /(?<!\.spec|\.module)\.tsx?$/.test(file));
  return sources.flatMap((from) =>
    ts
      .preProcessFile(readFileSync(from, 'utf8'))
      .importedFiles.map(({ fileName }) => fileName)
      .filter((name) => name.startsWith('.') && !name.endsWith('.module.js'))
      .map((name) => ({ from, to: join(dirname(from), name.replace(/\.js$/, '.ts')) })),
  );
}

describe('folders', () => {
  let imports: Imports;

  beforeAll(async () => {
    imports = await importsOfSources();
  });

  it('do not import one another in a ring, files beside a sub-folder counted as a folder', () => {
    expect(imports.length).toBeGreaterThan(1_000);
    expect(foldersInRings(imports)).toEqual([]);
  });

  it('do not import one another in a ring, each counted with all below it', () => {
    const folders = new Set(imports.map(({ from }) => dirname(from)).flatMap(withThoseAbove));
    expect(folders.size).toBeGreaterThan(40);
    const rings = [...folders].flatMap((folder) =>
      foldersInRings(betweenSubFolders(imports, folder)),
    );
    expect(rings).toEqual([]);
  });

  it('are found to, when a sub-folder of one imports from another, and the other from another of the one', () => {
    const both = [
      { from: 'src/a/b/one.ts', to: 'src/c/two.ts' },
      { from: 'src/c/d/three.ts', to: 'src/a/e/four.ts' },
    ];
    expect(foldersInRings(both)).toEqual([]);
    expect(foldersInRings(betweenSubFolders(both, 'src'))).toEqual([['src/a', 'src/c']]);
  });

  it('are found to, when a sub-folder imports from beside it, or of a third', () => {
    const both = { from: 'src/a/one.ts', to: 'src/a/b/two.ts' };
    expect(foldersInRings([both, { from: 'src/a/b/three.ts', to: 'src/a/four.ts' }])).toEqual([
      ['src/a', 'src/a/b'],
    ]);
    const third = { from: 'src/a/b/two.ts', to: 'src/c/three.ts' };
    expect(foldersInRings([both, third])).toEqual([]);
    expect(foldersInRings([both, third, { from: 'src/c/four.ts', to: 'src/a/five.ts' }])).toEqual([
      ['src/a', 'src/a/b', 'src/c'],
    ]);
  });
});

function withThoseAbove(folder: string): string[] {
  return folder === '.' ? [] : [folder, ...withThoseAbove(dirname(folder))];
}
