import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildDist } from '../support/packed-souk.js';
import { ApiReport } from './api-report.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RECORD = new URL('souk.api.txt', import.meta.url);

/**
 * Extensions are compiled against these declarations. If one of them loses or changes a member, extensions that were
 * built before may fail: that is a major version. `npm run api:record` records what was changed on purpose; look at the
 * difference.
 */
it('what extensions import is declared as it was recorded', async () => {
  await buildDist();
  const modules = { souk: 'extension.d.ts', 'souk/testing': 'testing.d.ts' };
  const report = new ApiReport(fileURLToPath(new URL('dist', `file://${ROOT}`)), modules).text();
  if (process.env.API_REPORT === 'write') await writeFile(RECORD, report);

  expect(report).toBe(await readFile(RECORD, 'utf8'));
});
