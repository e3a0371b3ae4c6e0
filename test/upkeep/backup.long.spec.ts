import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { BACKUP_TABLES } from '../../src/upkeep/backup/backup-tables.js';
import { portNames } from '../../src/upkeep/extensions/recorded-ports.js';
import { OrderCloseService } from '../../src/orders/order-close.service.js';
import { souk, soukJson } from '../support/command-line.js';
import { invariantFaults } from '../support/invariants.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { startTestShop, type TestShop } from '../support/test-shop.js';
import { reversalsOf } from '../support/reversals.js';

describe('backup and restore', () => {
  let shop: TestShop;
  let target: TestDatabase;
  let folder: string;
  let backup: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'souk-backup-'));
    backup = join(folder, 'shop.backup');
    // A shop of its own: every table has a row, and no other spec any.
    shop = await startTestShop();
    await fillShop(shop);
    // A running server goes on with it: it would look after the supplier.
    await shop.stop();
    await soukJson(shop.db.url, 'backup', backup);
  });

  beforeEach(async () => {
    // A shop of its own: a restore needs an empty database.
    target = await createTestDatabase();
  });

  afterEach(async () => {
    await target.drop();
  });

  afterAll(async () => {
    await shop.db.drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Whatever lineage they were cleared for, they are cleared for that of the database. */
  const STOCK_COLUMNS =
    "to_jsonb(t) - 'cleared_for' AS row, cleared_for = current_database_lineage() AS cleared";

  const rowsOf = (db: TestDatabase, table: string) => {
    // A restore adds its own entry to the audit.
    const own = table === 'audit_entries' ? "WHERE action <> 'restore'" : '';
    const columns = table === 'code_stocks' ? STOCK_COLUMNS : '*';
    return db.query(`SELECT ${columns} FROM ${table} t ${own} ORDER BY t::text`);
  };

  it('forgets no table of the schema', async () => {
    const tables = await shop.db.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_name NOT IN ('schema_migrations', 'schema_objects', 'catalog_changes', 'access_token_changes', 'database_history', 'instance_clocks', 'code_instances', 'extension_tasks', 'limit_buckets', 'nightly_backup',
         'operator_attempts', 'operator_links', 'operator_sessions', 'order_refusals', 'order_search_changes',
         'order_search_progress', 'order_search_values', 'order_search_keys', 'order_search_state', 'admin_requests', 'notification_conditions',
         'notification_cursors', 'notification_rounds', 'sentinel_checkpoints', 'server_tasks', 'sign_in_state',
         'account_words', 'audit_targets', 'catalog_words', 'catalog_imports', 'catalog_import_rows', 'catalog_import_changes', 'webhook_messages', 'witness_trees')`,
    );
    const names = tables.map(({ name }) => name).sort();
    expect(BACKUP_TABLES.map(({ name }) => name).sort()).toEqual(names);
  });

  it('brings every row of every table into another database', async () => {
    await soukJson(target.url, 'restore', backup, '--nothing-sold-since');
    for (const { name } of BACKUP_TABLES.filter((table) => !table.name.endsWith('_revision'))) {
      const rows = await rowsOf(shop.db, name);
      expect([name, await rowsOf(target, name)]).toEqual([name, rows]);
      expect([name, rows.length > 0]).toEqual([name, true]);
    }
    expect(await invariantFaults(target)).toEqual([]);
    expect(await soukJson(target.url, 'audit', 'list')).toMatchObject([
      { action: 'restore', outcome: 'done' },
      { action: 'maintenance off', outcome: 'done' },
    ]);
  });

  it('keeps reversals, and goes on with them', async () => {
    await soukJson(target.url, 'restore', backup, '--nothing-sold-since');
    const [order] = await target.query<{ id: string }>(
      'SELECT order_id AS id FROM orders WHERE refunded = 0.00001 AND total = 0.000061',
    );
    const reverse = (ref: string) =>
      soukJson(target.url, 'order', 'reverse', order!.id, '--all', '--reason', 'x', '--ref', ref);
    expect((await souk(target.url, 'order', 'reverse', order!.id, ...PART, '\\N')).code).toBe(0);
    expect(await reverse('rest')).toMatchObject({ amount: '0.000051', refunded: '0.000061' });
    expect(await invariantFaults(target)).toEqual([]);
  });

  it('goes on with new ids behind the old ones', async () => {
    await soukJson(target.url, 'restore', backup);
    const last = (await shop.db.query<{ id: number }>('SELECT max(id) AS id FROM accounts'))[0];
    const { id } = await soukJson<{ id: number }>(target.url, 'account', 'create', 'Next');
    expect(id).toBeGreaterThan(last?.id ?? 0);
  });

  it('writes a file that only its owner may read, and never over another', async () => {
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
    const { code, err } = await souk(shop.db.url, 'backup', backup);
    expect([code, err]).toEqual([1, `${backup} is there already; name another file.\n`]);
    const nowhere = join(folder, 'none', 'x.backup');
    expect((await souk(shop.db.url, 'backup', nowhere)).err).toContain('cannot be written');
  });

  it('restores into an empty database only', async () => {
    const { code, err } = await souk(shop.db.url, 'restore', backup);
    expect(code).toBe(1);
    expect(err).toContain('The database is not empty');
  });

  const lines = async () =>
    gunzipSync(await readFile(backup))
      .toString()
      .split('\n');

  it.each([
    ['is cut off', async () => (await readFile(backup)).subarray(0, -40)],
    ['has lost its last line', async () => gzipSync((await lines()).slice(0, -2).join('\n'))],
    [
      'has lost a row',
      async () => gzipSync((await lines()).filter((line) => !line.includes('Secret')).join('\n')),
    ],
    ['has another digit', async () => gzipSync((await lines()).join('\n').replace('77.5', '97.5'))],
    ['is another gzip', () => Promise.resolve(gzipSync('{"format":"other"}\n'))],
    ['is no gzip', () => Promise.resolve(Buffer.from('hello'))],
    ['is empty', () => Promise.resolve(Buffer.alloc(0))],
    [
      'is of another schema',
      async () => gzipSync((await lines()).join('\n').replace('"Orders', '"Odders')),
    ],
  ])('refuses a file that %s, and leaves the database empty', async (_, make) => {
    const file = join(folder, randomUUID());
    await writeFile(file, await make());
    const { code, out, err } = await souk(target.url, 'restore', file);
    expect([code, out]).toEqual([1, '']);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain(file);
    expect(await rowsOf(target, 'accounts')).toEqual([]);
  });

  it('says that a file does not exist', async () => {
    const { err } = await souk(target.url, 'restore', '/nowhere.backup');
    expect(err).toBe('/nowhere.backup does not exist; check its name.\n');
  });
});

/** What was asked of the reversal before the backup, but for its reference. */
const PART = ['--amount', '0.00001', '--reason', 'x', '--ref'];

/** Rows in every table, with texts that a careless format would corrupt. */
async function fillShop(shop: TestShop): Promise<void> {
  const account = await shop.account({
    name: 'Tab\tand \\. and \u2028 and "quotes" متجر 🎮',
    balance: '77.5',
    group: 'vip',
    allowedIps: ['203.0.113.0/24', '127.0.0.0/8'],
  });
  const parent = await shop.category({ name: 'Line\nbreak' });
  const category = await shop.category({ parentId: parent, name: '\\N' });
  const product = await shop.product({
    categoryId: category,
    name: 'Secret \r\n',
    fields: ['id'],
  });
  await shop.db.query('INSERT INTO visibility_rules (product_id, visible) VALUES ($1, true)', [
    product,
  ]);
  await shop.db.query(
    'INSERT INTO price_rules (account_id, product_id, fixed_price) VALUES ($1, $2, 0.000061)',
    [account.id, product],
  );
  await shop.db.query("UPDATE access_tokens SET daily_cap = 1000, allowed_ips = '{127.0.0.0/8}'");
  const place = async (qty: number) => {
    const path = `newOrder/${product}?order_uuid=${randomUUID()}&qty=${qty}&id=%E2%80%A8x`;
    const { json } = await account.api(`/client/api/${path}`);
    return (json as { data: { order_id: string } }).data.order_id;
  };
  const decisions = shop.service(OrderCloseService);
  const accepted = await place(1);
  await decisions.accept(accepted, { actor: 'test' });
  const reversal = { amount: '0.00001', reason: 'متجر', reference: '\\N', actor: 'test' };
  await reversalsOf(shop).reverse(accepted, reversal);
  await shop.db.query(`UPDATE orders SET delivered_codes = ARRAY['A,B', '{C}', '"D"']`);
  await shop.db.query(`INSERT INTO fulfillments (account_id, order_id, steps, note, closed)
    SELECT account_id, order_id, '[{"handler": "manual", "settings": {}}]', 'متجر', true FROM orders`);
  await decisions.reject(await place(2), { reason: 'no stock', actor: 'operator:test' });
  await place(3);
  await shop.db
    .query(`INSERT INTO item_changes (entry_id, entry_at, kind, item_id, part, before, after)
    VALUES (1, now(), 'product', 1, 'values', '{"name": "أ", "price": 1.10}', '{"price":2}')`);
  await shop.db.query("INSERT INTO code_stocks VALUES ('متجر', 3)");
  await shop.db.query(`INSERT INTO stock_codes (stock, code_hash, sealed_code)
    VALUES ('متجر', sha256('a'), '\\x000a0d5c')`);
  await shop.db.query("INSERT INTO private_hosts (host, port) VALUES ('b', 80)");
  await shop.db.query(`INSERT INTO signing_keys (fingerprint, public_key, sealed_private_key)
    SELECT encode(sha256(raw), 'hex'), raw, '\\x000a0d5c' FROM (SELECT sha256('a') AS raw) AS made`);
  await shop.db.query(`INSERT INTO history_breaks (old_lineage, cause, signed, signature, key)
    VALUES ('a', 'متجر', '["souk break 1"]', 'b', 'c')`);
  await shop.db
    .query(`INSERT INTO lost_checkpoints (lineage, account_id, event_number, entry_sequence, signed)
    VALUES ('a', 1, 2, 3, '["souk checkpoint 1"]')`);
  await shop.db.query("INSERT INTO witnesses VALUES ('2026-01-31', '[]', 'b', 'c')");
  await shop.db.query(
    "INSERT INTO suppliers (name, base_url, sealed_token) VALUES ('a', 'http://b', 'c')",
  );
  await shop.db.query("UPDATE suppliers SET picked_categories = '{1,2}', picked_products = '{}'");
  await shop.db.query("INSERT INTO pictures VALUES ('00ff', '\\x00', 'image/png', '\\x000a0d5c')");
  await shop.db
    .query(`INSERT INTO supplier_attempts (account_id, order_id, supplier_id, supplier_product)
    SELECT account_id, order_id, 1, 7 FROM orders`);
  await shop.db
    .query(`INSERT INTO replaced_purchases (account_id, order_id, supplier_id, supplier_product, generation,
      attempt_uuid, sends, created_at, why, actor)
    SELECT account_id, order_id, supplier_id, supplier_product, 0, gen_random_uuid(), 0, now(), 'sealed', 'operator:test'
    FROM supplier_attempts`);
  await shop.db.query('UPDATE supplier_attempts SET generation = 1, forgotten_at = now()');
  await shop.db
    .query(`INSERT INTO unneeded_purchases (account_id, order_id, supplier_id, supplier_product)
    SELECT account_id, order_id, supplier_id, supplier_product FROM supplier_attempts LIMIT 1`);
  await shop.db.query(`INSERT INTO erasures (account_id, by_value, state, finished_at)
    SELECT id, false, 'done', now() FROM accounts LIMIT 1`);
  await shop.db.query(`INSERT INTO uncommitted_codes
    SELECT account_id, order_id, now() + interval '1 hour' FROM orders LIMIT 1`);
  await shop.db.query(`INSERT INTO delivered_codes (code_hash, key_id, account_id, order_id)
    SELECT sha256('a'), '\\x0a0d5c00', account_id, order_id FROM orders LIMIT 1`);
  await shop.db.query(`INSERT INTO delivered_supplier_orders
    SELECT 1, 'متجر', account_id, order_id FROM orders LIMIT 1`);
  await shop.db.query(`INSERT INTO repeated_deliveries (account_id, order_id, what, sealed_codes)
    SELECT account_id, order_id, 'stock', '\\x000a0d5c' FROM orders LIMIT 1`);
  await shop.db.query('INSERT INTO supplier_categories SELECT 1, 1, id FROM categories LIMIT 1');
  await shop.db.query('INSERT INTO supplier_products SELECT 1, 1, id FROM products LIMIT 1');
  await shop.db.query('INSERT INTO supplier_markups VALUES (1, 1, 12.5)');
  await shop.db.query(
    `INSERT INTO product_costs (product_id, unit_cost, source) VALUES ($1, 0.000000000000000061, 'import')`,
    [product],
  );
  await shop.db.query(
    `UPDATE order_costs SET supplier_id = 1, cost = 0.00000061, source = 'supplier'`,
  );
  await shop.db.query('UPDATE stock_codes SET cost = 0.5');
  await soukJson(shop, 'maintenance', 'off');
  await shop.db.query(
    `INSERT INTO account_webhooks (account_id, url, sealed_secret, balance_low)
     VALUES ($1, 'https://receiver.example/متجر', '\\x00', 5)`,
    [account.id],
  );
  await shop.db.query(`INSERT INTO notification_recipients
      (name, kind, address, topics, overdue_minutes, sealed_secret, last_error)
    VALUES ('ops', 'webhook', 'https://receiver.example/متجر', '{stock.low}', 30, '\\x00', 'it answered')`);
  await shop.db
    .query(`INSERT INTO mail_server (host, port, security, username, sealed_password, sender)
    VALUES ('mail.example', 587, 'starttls', 'souk', '\\x00', 'souk@shop.example')`);
  await shop.db.query(`INSERT INTO operators (name, role, password_hash, sealed_totp_secret,
      totp_confirmed_at, totp_last_step, recovery_code_hashes)
    VALUES ('operator:ada', 'owner', '$argon2id$', '\\x00', now(), 7, ARRAY['\\x5c'::bytea])`);
  await shop.db.query(`INSERT INTO operator_tokens (operator_id, token_hash, label, role, scopes)
    SELECT id, sha256('x'), 'متجر', 'viewer', '{orders.read}' FROM operators WHERE role = 'owner'`);
  await shop.db.query(`INSERT INTO operator_filters (operator_id, page, name, query)
    SELECT id, 'orders', 'متجر', 'status=wait' FROM operators WHERE role = 'owner'`);
  await shop.db.query(`INSERT INTO operator_sessions (operator_id, secret_hash, stage, device)
    SELECT id, sha256('x'), 'full', '' FROM operators WHERE role = 'owner'`);
  await shop.db.query('INSERT INTO restores (restored_at, state_of) VALUES (now(), now())');
  // It only listens, so commands work without it.
  const ports = { ...portNames({}), listeners: [{ name: 'متجر', events: ['order.placed'] }] };
  await shop.db.query(
    `INSERT INTO extensions (name, version, ports) VALUES ('acme', '1.2.0', $1)`,
    [ports],
  );
  await shop.db.query(
    `INSERT INTO failed_events (extension, listener, event_id, event_type, event, attempts, reason)
     VALUES ('acme', 'sink', 'evt_1', 'order.placed', '{"id":"evt_1"}', 10, 'down')`,
  );
  await shop.db.query(
    `WITH listener AS (INSERT INTO ordered_listeners (extension, listener) VALUES ('acme', 'file') RETURNING *)
     INSERT INTO listener_positions (extension, listener, account_id, event_number, event_hash)
     SELECT extension, listener, min(id), 1, '0123456789abcdef' FROM listener, accounts GROUP BY extension, listener`,
  );
  await shop.db.query(
    `INSERT INTO extension_faults (extension, port, fault, faults) VALUES ('acme', 'sink', 'down', 3)`,
  );
  await shop.db.query(
    `INSERT INTO extension_calls (extension, key, method, input_hash, added) VALUES ('acme', 'pay-1', 'balance.deposit', '\\x00', 5)`,
  );
  await shop.db.query(
    `INSERT INTO webhook_failures (message_id, account_id, event_type, attempts, reason)
     VALUES ('msg_1', $1, 'order.accepted', 10, 'it answered HTTP 500')`,
    [account.id],
  );
}
