import { readdir, readFile } from 'node:fs/promises';

it('each spec that docs/testing.md names is there', async () => {
  const folders = ['src', 'test'].map(async (folder) =>
    (await readdir(folder, { recursive: true })).map((file) => `${folder}/${file}`),
  );
  const files = (await Promise.all(folders)).flat();
  const text = await readFile('docs/testing.md', 'utf8');
  // Whole paths, some without their ending, and file names of specs.
  const paths = [...text.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, path]) => path!);
  const names = [...text.matchAll(/`([\w-]+(?:\.\w+)*\.spec\.tsx?)`/g)].map(
    ([, name]) => `/${name!}`,
  );
  expect(paths.length).toBeGreaterThan(40);
  const missing = [
    ...paths.filter((path) => !files.some((file) => `${file}/`.startsWith(path))),
    ...names.filter((name) => !files.some((file) => file.endsWith(name))),
  ];
  expect(missing).toEqual([]);
});
