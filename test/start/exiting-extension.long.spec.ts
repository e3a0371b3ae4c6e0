import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as read } from 'node:stream/consumers';
import { SOURCES } from '../support/server-process.js';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-exiting-extension-'));
});
afterAll(() => rm(folder, { recursive: true }));

it.each([
  ['at once', '\nprocess.exit(0);'],
  ['after a while', '\nsetTimeout(() => process.exit(0));\nawait new Promise(() => undefined);'],
])('an extension that ends the process %s when it is loaded is named', async (_, text) => {
  const file = join(folder, 'exits.mjs');
  await writeFile(file, text);
  const program = spawn(process.execPath, SOURCES.args, {
    cwd: SOURCES.folder,
    env: { PATH: process.env.PATH, SOUK_EXTENSIONS: file },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([
    read(program.stderr),
    once(program, 'exit') as Promise<[number]>,
  ]);
  expect([code, said]).toEqual([
    1,
    `SOUK_EXTENSIONS names ${file}, which cannot be loaded: it ends the process by process.exit (exits.mjs:2).\n`,
  ]);
});
