import { mkdtemp } from 'node:fs/promises';
import { ServerProcess } from '../test/support/server-process.js';
import { createTestDatabase } from '../test/support/test-database.js';
import { openTestServer } from '../test/support/test-server.js';
import { answersPerSecond, askOnce, getRequest, lengthOf } from './raw-client.js';
import { soukCommands } from './souk-commands.js';
import { writeBenchCatalog } from './bench-catalog.js';
const ROOT = '/work/main';
const database = await openTestServer();
const db = await createTestDatabase({ empty: true });
await writeBenchCatalog('/tmp/zz.json', 1000);
const a = await soukCommands(ROOT, db.url, [['catalog','import','/tmp/zz.json'],['account','create','R'],['token','issue','1']]);
const { token } = a.at(-1) as { token: string };
const prof = process.env.PROF ? ['--cpu-prof','--cpu-prof-dir=/tmp/prof'] : [];
const s = await ServerProcess.start({ DATABASE_URL: db.url, LOG_LEVEL: process.env.LL ?? 'info' }, { folder: ROOT, args: [...prof, 'dist/main.js'] });
const port = Number(new URL(s.baseUrl).port);
for (const path of (process.env.P ?? 'ping,content/2').split(',')) {
  const request = getRequest('/client/api/' + path, { 'api-token': token });
  await askOnce(port, request);
  const x = await askOnce(port, request);
  console.log(path, await answersPerSecond({ port, request, clients: 32, answerLength: lengthOf(x) }, { warmUpSeconds: 1, seconds: 4 }));
}
await s.stop();
await database.close();
