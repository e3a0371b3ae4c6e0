import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { SOUK_VERSION } from '../../src/common/package-version.js';
import { buildDist } from '../support/packed-souk.js';
import { ApiReport } from './api-report.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RECORD = new URL('souk.api.txt', import.meta.url);
/** A line for each release: its version, and the SHA-256 of its record. */
const RELEASED = new URL('released.txt', import.meta.url);

let report: string;

beforeAll(async () => {
  await buildDist();
  const modules = { souk: 'extension.d.ts', 'souk/testing': 'testing.d.ts' };
  report = new ApiReport(fileURLToPath(new URL('dist', `file://${ROOT}`)), modules).text();
  if (process.env.API_REPORT === 'write') await writeFile(RECORD, report);
});

/**
 * Extensions are compiled against these declarations, and rely on what their comments promise. `npm run api:record`
 * records what was changed on purpose; look at the difference.
 */
it('what extensions import is declared as it was recorded', async () => {
  expect(report).toBe(await readFile(RECORD, 'utf8'));
});

/** If this fails, give package.json the next version, or take the change back. `npm run api:release` adds the line of a release. */
it('a version that was released is not changed, comments included', async () => {
  const lines = (await readFile(RELEASED, 'utf8')).split('\n');
  const hash = createHash('sha256').update(report).digest('hex');
  const released = lines.find((line) => line.startsWith(`${SOUK_VERSION} `));
  const line = `${SOUK_VERSION} ${hash}`;
  if (process.env.API_REPORT === 'release' && released === undefined) {
    await writeFile(RELEASED, [...lines.filter(Boolean), line, ''].join('\n'));
  }
  expect(released ?? line).toBe(line);
});
