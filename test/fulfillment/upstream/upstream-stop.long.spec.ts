import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { souk } from '../../support/command-line.js';
import { drippingCatalog, HOSTILE_CATALOGS } from '../../support/hostile-catalogs.js';
import { HttpClient } from '../../support/http-client.js';
import { ScriptedShop } from '../../support/scripted-shop.js';
import { HURRIED, ServerProcess } from '../../support/server-process.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

let db: TestDatabase;
let supplier: ScriptedShop;
let folder: string;

beforeAll(async () => {
  db = await createTestDatabase();
  supplier = await ScriptedShop.start();
  folder = await mkdtemp(join(tmpdir(), 'souk-stop-'));
});
afterAll(async () => {
  await supplier.close();
  await rm(folder, { recursive: true });
  await db.drop();
});

describe("a server that reads suppliers' hostile catalogs", () => {
  it('answers meanwhile, and stops when it is told to', async () => {
    const settings = { DATABASE_URL: db.url, SECRET_KEYS: newSecretKey() };
    const token = join(folder, 'token');
    await writeFile(token, 'secret');
    for (const name of ['acme', 'beta']) {
      const add = ['supplier', 'add', name, supplier.url, '--token-file', token];
      for (const words of [add, ['supplier', 'sync', name, '--every', '1']]) {
        expect(await souk(settings, ...words)).toMatchObject({ code: 0 });
      }
    }
    let asked = 0;
    supplier.answer = ({ route }) => {
      if (route !== 'catalog') return 'missing';
      asked++;
      return asked === 1 ? HOSTILE_CATALOGS['lists in lists']() : drippingCatalog();
    };
    const direct = { DATABASE_DIRECT_URL: db.directUrl };
    const server = await ServerProcess.start({ ...settings, ...direct }, HURRIED);
    const client = new HttpClient(server.baseUrl);
    // At one supplier after the other.
    await until(async () => {
      expect((await client.send('/client/api/ping')).status).toBe(200);
      return asked >= 2;
    });
    client.close();

    expect(await server.stop()).toBe(0);
  });
});
