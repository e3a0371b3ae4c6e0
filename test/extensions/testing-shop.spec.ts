import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestShop, type TestShop } from '../../src/testing.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** As an author may write it: what `ports` is given is kept in another file. */
const STATE = `export const state = { started: 0, database: undefined };`;
const EXTENSION = `
import { Controller, Get } from '@nestjs/common';
import { Database, defineExtension, Public } from 'souk';
import { state } from './state.mjs';

class AcmeController {
  async read() {
    const [row] = await state.database.manager.query('SELECT 1 AS one');
    return { ...row, started: state.started };
  }
}
const method = Object.getOwnPropertyDescriptor(AcmeController.prototype, 'read');
for (const decorate of [Get('state'), Public()]) decorate(AcmeController.prototype, 'read', method);
Controller('acme')(AcmeController);

export const extension = defineExtension({
  name: 'acme',
  souk: '*',
  module: { module: class AcmeModule {}, controllers: [AcmeController] },
  settings: { ACME_LIMIT: { read: Number, default: 1, sentence: 'A limit.' } },
  commands: [{
    name: 'acme',
    description: 'what acme knows',
    add(group, { readShop, terminal }) {
      group.command('state').action(() => readShop(async (shop) => {
        const own = shop.get(Database) === state.database;
        const [{ one }] = await state.database.manager.query('SELECT 1 AS one');
        terminal.show({ own, one, started: state.started }, 'known');
      }));
    },
  }],
  ports(shop) {
    state.started++;
    state.database = shop.get(Database);
    return {};
  },
});
`;

let folder: string;
let file: string;
let db: TestDatabase;
let settings: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-testing-shop-'));
  file = join(folder, 'acme.mjs');
  await Promise.all([writeFile(join(folder, 'state.mjs'), STATE), writeFile(file, EXTENSION)]);
  // A shop of its own: an extension is loaded.
  db = await createTestDatabase({ empty: true });
  settings = { DATABASE_URL: db.url, DATABASE_DIRECT_URL: db.directUrl };
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

it.each([
  ['PORT', 'startTestShop decides PORT itself: it listens on a free port; leave the setting out.'],
  ['LOG_LEVEL', /^startTestShop decides LOG_LEVEL itself: .*; leave the setting out\.$/],
  ['SOUK_EXTENSIONS', /^startTestShop decides SOUK_EXTENSIONS itself: /],
  [
    'ACME_LIMITS',
    'There is no setting ACME_LIMITS, of Souk or of the extensions of this shop; correct its name.',
  ],
])('a setting %s, which would be ignored, is refused in one sentence', async (name, sentence) => {
  // A shop of its own: it does not start.
  const start = startTestShop({ extensions: [file], settings: { ...settings, [name]: '3' } });
  await expect(start).rejects.toThrow(sentence);
});

describe('a command of a test', () => {
  let shop: TestShop;

  beforeAll(async () => {
    // A shop of its own: an extension is loaded.
    shop = await startTestShop({ extensions: [file], settings: { ...settings, ACME_LIMIT: '2' } });
  });
  afterAll(() => shop.close());

  it('runs in an application of its own, with an extension of its own', async () => {
    for (let count = 1; count <= 2; count++) {
      const { out, err } = await shop.souk('acme', 'state', '--json');
      expect(err).toBe('');
      expect(JSON.parse(out)).toEqual({ own: true, one: 1, started: 1 });
      expect((await shop.request('/acme/state')).json).toEqual({ one: 1, started: 1 });
    }
  });
});
