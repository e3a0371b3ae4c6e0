import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { newSecretKey } from '../../src/common/secret-box.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { souk, soukJson } from '../support/command-line.js';
import { makeOdd } from '../support/odd-settings.js';
import { onServer } from '../support/server-connection.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

const SETTINGS = { SECRET_KEYS: newSecretKey() };

let db: TestDatabase;
let account: TestAccount;
let order: string;
let folder: string;
/** What was asked while the sessions were as usual. */
let usual: Awaited<ReturnType<typeof asked>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-odd-'));
  // A shop of its own: the settings of its database change.
  db = await createTestDatabase();
  // A shop of its own: the settings of its database are odd.
  const shop = await startTestShop(SETTINGS, {}, db);
  account = await shop.account({ balance: '50' });
  const product = await shop.product({ price: '1.5' });
  const path = `newOrder/${product}/params?order_uuid=${randomUUID()}`;
  const { json } = await account.api(`/client/api/${path}`);
  order = (json as { data: { order_id: string } }).data.order_id;
  const { code } = await souk(shop, 'maintenance', 'on', '--orders');
  expect(code).toBe(0);
  await db.query(
    "INSERT INTO audit_entries (at, actor, action) VALUES ('2026-01-31 23:45Z', 'x', 'migrate')",
  );
  await shop.service(OrderCloseService).accept(order, { codes: ['A\\1'], actor: 'test' });
  usual = await asked(shop);
  await shop.stop();
  await makeOdd(db);
});
afterAll(async () => {
  await db.drop();
  await rm(folder, { recursive: true });
});

const ROUTES = ['statement', 'statement?format=csv', 'orders', 'orders?format=csv', 'profile'];
const COMMANDS = ['doctor', 'ledger verify', 'audit list', 'order list', 'maintenance status'];

async function asked(shop: TestShop) {
  const routes: [route: string, status: number, text: string][] = [];
  for (const route of [`check?orders=[${order}]&details=1`, ...ROUTES]) {
    const ask = { token: account.token };
    const { status, text } = await shop.requestPage(`/client/api/${route}`, ask);
    routes.push([route, status, text]);
  }
  const commands: [command: string, out: string][] = [];
  for (const command of COMMANDS) {
    const { out } = await souk({ DATABASE_URL: db.url, ...SETTINGS }, ...command.split(' '));
    commands.push([command, out]);
  }
  return { routes, commands };
}

it('a shop answers the same whatever forms the sessions of its database write', async () => {
  const forms = await onServer(db.url, async (client) => {
    const { rows } = await client.query<{ time: string; bytes: string }>(
      `SELECT '2026-01-31 12:00Z'::timestamptz::text AS time, '\\x00'::bytea::text AS bytes`,
    );
    return rows[0];
  });
  expect(forms).toEqual({ time: '31/01/2026 17:45:00 +0545', bytes: '\\000' });
  // A shop of its own: the settings of its database are odd.
  const shop = await startTestShop(SETTINGS, {}, db);
  try {
    expect(await asked(shop)).toEqual(usual);
    expect(usual.routes.filter(([, status]) => status !== 200)).toEqual([]);
    expect(usual.commands.filter(([, out]) => out === '')).toEqual([]);
  } finally {
    await shop.stop();
  }
});

/** In a usual session, since the client reads no odd times. */
async function rowsOf({ directUrl }: TestDatabase, table: string): Promise<object[]> {
  const options = '-c datestyle=ISO,MDY -c timezone=UTC -c bytea_output=hex';
  const client = new Client({ connectionString: directUrl, options });
  await client.connect();
  try {
    return (await client.query<object>(`SELECT * FROM ${table}`)).rows;
  } finally {
    await client.end();
  }
}

it('a backup of such a shop is the same shop elsewhere', async () => {
  const file = join(folder, 'shop.backup');
  await soukJson({ DATABASE_URL: db.url, ...SETTINGS }, 'backup', file);
  // A shop of its own: it is restored.
  const target = await createTestDatabase();
  try {
    const settings = { DATABASE_URL: target.url, ...SETTINGS };
    await soukJson(settings, 'restore', file, '--nothing-sold-since');
    for (const rows of ['orders', 'ledger_entries', 'accounts', 'access_tokens']) {
      expect(await rowsOf(target, rows)).toEqual(await rowsOf(db, rows));
    }
  } finally {
    await target.drop();
  }
});
