import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildDist, runNode } from '../support/packed-souk.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

const EXTENSION = `
setInterval(() => undefined, 1000);
export const extension = {
  name: 'acme', souk: '*', commands: [{ name: 'acme', description: 'rates', add: () => undefined }],
};
`;

it('a command ends although an extension has left a timer running', async () => {
  await buildDist();
  const folder = await mkdtemp(join(tmpdir(), 'souk-left-running-'));
  await writeFile(join(folder, 'acme.mjs'), EXTENSION);
  const out = await runNode(folder, [CLI, '--help'], { SOUK_EXTENSIONS: './acme.mjs' });
  expect(out).toContain('acme');
  await rm(folder, { recursive: true });
});
