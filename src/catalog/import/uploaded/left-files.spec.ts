import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeLeftFiles } from './left-files.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'left-'));
});
afterEach(() => rm(folder, { recursive: true }));

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

async function file(name: string, minutes: number): Promise<void> {
  await writeFile(join(folder, name), '');
  await utimes(join(folder, name), minutesAgo(minutes), minutesAgo(minutes));
}

it('uploaded files of more than an hour ago are removed, and nothing else', async () => {
  await mkdir(join(folder, 'souk-import-folder'));
  await utimes(join(folder, 'souk-import-folder'), minutesAgo(90), minutesAgo(90));
  await file('souk-import-old.csv', 61);
  await file('souk-import-older.json', 6_000);
  await file('souk-import-young.csv', 59);
  await file('catalog.csv', 6_000);

  await removeLeftFiles(folder);
  expect((await readdir(folder)).sort()).toEqual([
    'catalog.csv',
    'souk-import-folder',
    'souk-import-young.csv',
  ]);
});
