import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { StockWatch } from '../../../src/fulfillment/codes/stock-watch.js';
import { souk, soukJson } from '../../support/command-line.js';
import type { Answer } from '../../support/http-client.js';
import { invariantFaults } from '../../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

const KEY = newSecretKey();

let shop: TestShop;
let folder: string;

beforeAll(async () => {
  // A shop of its own: other keys seal all of it anew, every table is searched, and doctor names the first few stocks.
  shop = await startTestShop({ SECRET_KEYS: KEY });
  folder = await mkdtemp(join(tmpdir(), 'souk-codes-'));
});
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
  await rm(folder, { recursive: true });
});

/** With the keys of the shop in the shop, and with others as a program that has them. */
function command(keys: string, ...words: string[]): Promise<Record<string, unknown>> {
  const settings = { DATABASE_URL: shop.db.url, SECRET_KEYS: keys };
  return soukJson(keys === KEY ? shop : settings, ...words);
}

async function importCodes(stock: string, codes: readonly string[], keys = KEY, ...more: string[]) {
  const file = join(folder, randomUUID());
  await writeFile(file, codes.join('\r\n'));
  return command(keys, 'codes', 'import', stock, file, ...more);
}

function product(stock: string): Promise<number> {
  return shop.product({
    price: '2',
    type: 'package',
    quantityValues: { min: '1', max: '50' },
    fulfillment: [{ handler: 'codes', settings: { stock } }],
  });
}

function order(account: TestAccount, id: number, qty = 1, uuid = randomUUID()): Promise<Answer> {
  return account.api(`/client/api/newOrder/${id}/params?order_uuid=${uuid}&qty=${qty}`);
}

describe('codes in the database', () => {
  it('are nowhere to be read', async () => {
    const account = await shop.account({ balance: '100' });
    await importCodes('secret', ['VERY-SECRET-1', 'VERY-SECRET-2']);
    await order(account, await product('secret'));

    const tables = await shop.db.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
       WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'`,
    );
    const hex = Buffer.from('VERY-SECRET').toString('hex');
    for (const { name } of tables) {
      const found = await shop.db.query(
        `SELECT FROM ${name} AS t WHERE t::text LIKE '%VERY-SECRET%' OR t::text LIKE '%${hex}%'`,
      );
      expect([name, found]).toEqual([name, []]);
    }
    expect(shop.logs().join('')).not.toContain('VERY-SECRET');
  });

  it('are read under a new key after a rotation, and known by it', async () => {
    const account = await shop.account({ balance: '100' });
    await importCodes('rotated', ['J-1', 'J-2']);
    const id = await product('rotated');
    const uuid = randomUUID();
    const { text } = await order(account, id, 1, uuid);
    const fresh = newSecretKey();

    const both = `${fresh},${KEY}`;
    expect(await importCodes('rotated', ['J-1', 'J-3'], both)).toMatchObject({ added: 1 });
    const counts = await command(both, 'codes', 'rotate');
    expect(Number(counts.stock_codes)).toBeGreaterThan(1);
    expect(await command(both, 'codes', 'rotate')).toEqual({
      orders: 0,
      stock_codes: 0,
      delivered_codes: 0,
      repeated_deliveries: 0,
      suppliers: 0,
      account_webhooks: 0,
      erasures: 0,
      operators: 0,
      mail_server: 0,
      notification_recipients: 0,
      signing_keys: 0,
    });
    expect(await importCodes('rotated', ['J-1', 'J-2', 'J-3'], fresh)).toMatchObject({ added: 0 });

    // With the old key alone the order's codes cannot be decrypted, so the answer is 111.
    expect((await order(account, id, 1, uuid)).json).toMatchObject({ code: 111 });
    expect((await order(account, id)).json).toMatchObject({ code: 111 });
    await command(`${KEY},${fresh}`, 'codes', 'rotate');
    expect((await order(account, id, 1, uuid)).text).toBe(text);
  });

  it('that were delivered before there was a key are sealed by a rotation', async () => {
    const account = await shop.account({ balance: '100' });
    const id = await shop.product({ type: 'package' });
    const { json } = await order(account, id);
    const orderId = (json as { data: { order_id: string } }).data.order_id;
    await command('', 'order', 'accept', orderId);
    await shop.db.query("UPDATE orders SET delivered_codes = '{K-1}' WHERE order_id = $1", [
      orderId,
    ]);
    const plain = 'SELECT FROM orders WHERE delivered_codes IS NOT NULL';
    expect(await shop.db.query(plain)).toHaveLength(1);

    await command(KEY, 'codes', 'rotate');

    expect(await shop.db.query(plain)).toEqual([]);
    expect(await command(KEY, 'order', 'show', orderId)).toMatchObject({ codes: 'K-1' });
  });
});

describe('a stock that runs low', () => {
  it('is told by the list, by doctor, and once in the log', async () => {
    await shop.db.query('UPDATE code_stocks SET low_stock = 0');
    await importCodes('low', ['L-1', 'L-2', 'L-3']);
    await command(KEY, 'codes', 'warn', 'low', '4');
    const watch = shop.service(StockWatch);
    await watch.run();
    await watch.run();

    expect(shop.logs().filter((line) => line.includes('stock low runs low'))).toHaveLength(1);
    const { out } = await souk(shop, 'doctor');
    expect(out).toMatch(/warn +stock of codes: .*stock low with 3 codes left/);
  });
});
