import { readdir } from 'node:fs/promises';
import { isShort, tooLong } from './short-run.js';

async function shortSpecs(): Promise<string[]> {
  const folders = ['src', 'test'].map(async (folder) =>
    (await readdir(folder, { recursive: true })).map((file) => `${folder}/${file}`),
  );
  return (await Promise.all(folders)).flat().filter(isShort);
}

/** What a spec of these files does, by the message. */
function findings(files: Record<string, string>): string[] {
  return tooLong(['test/a/a.spec.ts'], (path) => files[path]).map(
    ({ file, what }) => `${file} ${what}`,
  );
}

it('no spec of the short run starts a process, a browser, or a shop of its own without a reason', async () => {
  const specs = await shortSpecs();
  expect(specs.length).toBeGreaterThan(300);
  expect(tooLong(specs)).toEqual([]);
});

describe('it is found when a spec', () => {
  it.each([
    ['starts a process', "import { spawn } from 'node:child_process';", 'node:child_process'],
    ['starts a thread', "import { Worker } from 'worker_threads';", 'worker_threads'],
    ['starts a process later', "const { spawn } = await import('child_process');", 'child_process'],
    [
      'hands on what starts one',
      "export { fork } from 'node:child_process';",
      'node:child_process',
    ],
    ['opens a browser', "import { chromium } from 'playwright-core';", 'playwright-core'],
  ])('%s', (_, text, name) => {
    expect(findings({ 'test/a/a.spec.ts': text })).toEqual([`test/a/a.spec.ts imports ${name}`]);
  });

  it('does so by a module that it imports', () => {
    const files = {
      'test/a/a.spec.ts': "import { run } from '../support/run.js';",
      'test/support/run.ts': "import { fork } from 'node:child_process';",
    };
    expect(findings(files)).toEqual(['test/support/run.ts imports node:child_process']);
  });

  it('starts a PostgreSQL', () => {
    const text = 'const server = await startEmbeddedPostgres({ dataDir });';
    expect(findings({ 'test/a/a.spec.ts': text })).toEqual([
      'test/a/a.spec.ts calls startEmbeddedPostgres',
    ]);
  });

  it.each(['startTestShop()', 'Instance.on(db)', 'createApp(config)', 'createTestDatabase()'])(
    'calls %s without a reason',
    (call) => {
      const text = `beforeAll(async () => {\n  // For the cases below.\n  shop = await ${call};\n});`;
      expect(findings({ 'test/a/a.spec.ts': text })).toHaveLength(1);
    },
  );
});

describe('it is no finding that a spec', () => {
  it.each([
    ['imports a type', "import type { ChildProcess } from 'node:child_process';"],
    [
      'gives the reason above the call',
      'beforeAll(async () => {\n  // A shop of its own: in maintenance.\n  shop = await startTestShop();\n});',
    ],
    [
      'gives the reason above what the call is a part of',
      '// A shop of its own: in maintenance.\nbeforeAll(async () => {\n  shop = await startTestShop();\n});',
    ],
  ])('%s', (_, text) => {
    expect(findings({ 'test/a/a.spec.ts': text })).toEqual([]);
  });
});

it('long specs are told by their name', () => {
  expect(['a.spec.ts', 'a.spec.tsx', 'a.long.spec.ts', 'a.ts'].map(isShort)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
