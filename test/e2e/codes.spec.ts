import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../src/common/secret-box.js';
import { HANDLER_CASES } from '../../src/fulfillment/handlers/handler-cases.js';
import { CodesHandler } from '../../src/fulfillment/codes/codes.handler.js';
import { StockWatch } from '../../src/fulfillment/codes/stock-watch.js';
import { Database } from '../../src/database/database.js';
import { souk } from '../support/command-line.js';
import type { Answer } from '../support/http-client.js';
import { invariantFaults } from '../support/invariants.js';
import { settled } from '../support/settled.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

const KEY = newSecretKey();

let shop: TestShop;
let folder: string;

beforeAll(async () => {
  shop = await startTestShop({ SECRET_KEYS: KEY });
  folder = await mkdtemp(join(tmpdir(), 'souk-codes-'));
});
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
  await rm(folder, { recursive: true });
});

async function command(keys: string, ...words: string[]): Promise<Record<string, unknown>> {
  const settings = { DATABASE_URL: shop.db.url, SECRET_KEYS: keys };
  const { code, out, err } = await souk(settings, ...words, '--json');
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as Record<string, unknown>;
}

async function importCodes(stock: string, codes: readonly string[], keys = KEY, ...more: string[]) {
  const file = join(folder, randomUUID());
  await writeFile(file, codes.join('\r\n'));
  return command(keys, 'codes', 'import', stock, file, ...more);
}

function product(stock: string, ...more: { handler: string; settings: object }[]): Promise<number> {
  return shop.product({
    price: '2',
    type: 'package',
    quantityValues: { min: '1', max: '50' },
    fulfillment: [{ handler: 'codes', settings: { stock } }, ...more] as never,
  });
}

function order(account: TestAccount, id: number, qty = 1, uuid = randomUUID()): Promise<Answer> {
  return account.api(`/client/api/newOrder/${id}/params?order_uuid=${uuid}&qty=${qty}`);
}

function codesIn({ json }: Answer): string[] {
  const { data } = json as { data?: { replay_api: [{ replay: string[] }] | null } };
  return data?.replay_api?.[0].replay ?? [];
}

describe('a stock of codes', () => {
  it('is delivered in the answer of newOrder, and again under the same uuid', async () => {
    const account = await shop.account({ balance: '100' });
    await importCodes('first', ['A-1', 'A-2', 'A-3']);
    const id = await product('first');
    const uuid = randomUUID();

    const answer = await order(account, id, 2, uuid);

    expect(answer.json).toMatchObject({ data: { status: 'accept', price: 4 } });
    expect(codesIn(answer)).toEqual(['A-1', 'A-2']);
    expect((await order(account, id, 2, uuid)).text).toBe(answer.text);
    const { json } = await account.api(`/client/api/check?orders=${uuid}&uuid=1`);
    expect(json).toMatchObject({ data: [{ status: 'accept', replay_api: ['A-1', 'A-2'] }] });
  });

  it('is never delivered in part: too few is 105, and nothing is charged', async () => {
    const account = await shop.account({ balance: '100' });
    await importCodes('short', ['B-1', 'B-2']);
    const id = await product('short');

    expect((await order(account, id, 3)).json).toMatchObject({ code: 105 });
    expect((await account.api('/client/api/profile')).json).toMatchObject({ balance: '100' });
    expect(codesIn(await order(account, id, 2))).toHaveLength(2);
  });

  it('leaves what it cannot deliver to the next handler, and keeps its codes', async () => {
    const account = await shop.account({ balance: '100' });
    await importCodes('through', ['C-1']);
    const id = await product('through', { handler: 'manual', settings: {} });

    expect((await order(account, id, 2)).json).toMatchObject({ data: { status: 'wait' } });
    expect(codesIn(await order(account, id, 1))).toEqual(['C-1']);
  });

  it('gives codes back when the order fails after all', async () => {
    const poor = await shop.account({ balance: '1' });
    const rich = await shop.account({ balance: '100' });
    await importCodes('back', ['D-1']);
    const id = await product('back');

    expect((await order(poor, id)).json).toMatchObject({ code: 100 });
    expect(codesIn(await order(rich, id))).toEqual(['D-1']);
  });

  it('sells each of 100 codes at most once to 500 concurrent orders of 1 to 3', async () => {
    const codes = Array.from({ length: 100 }, (_, n) => `E-${n}`);
    await importCodes('crowd', codes);
    const id = await product('crowd');
    const accounts = await Promise.all(
      Array.from({ length: 10 }, () => shop.account({ balance: '10000' })),
    );

    const buy = (account: TestAccount, qty: number, uuid = randomUUID()) =>
      settled(() => order(account, id, qty, uuid));
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, n) => buy(accounts[n % 10]!, randomInt(1, 4))),
    );
    // Codes may be left: orders that were rolled back had locked them while others were refused.
    do answers.push(await buy(accounts[0]!, 1));
    while (codesIn(answers.at(-1)!).length > 0);

    const sold = answers.flatMap(codesIn);
    expect(sold.toSorted()).toEqual(codes.toSorted());
    for (const { json } of answers) {
      const accepted = { data: { status: 'accept' } };
      expect(json).toMatchObject('data' in (json as object) ? accepted : { code: 105 });
    }
    const spent = accounts.map(async ({ api }) => {
      const { balance } = (await api('/client/api/profile')).json as { balance: string };
      return 10_000 - Number(balance);
    });
    const total = (await Promise.all(spent)).reduce((sum, amount) => sum + amount, 0);
    expect(total).toBe(sold.length * 2);
  });
});

describe('importing codes', () => {
  it('sells nothing twice when a file is imported twice, into whatever stock', async () => {
    const codes = ['F-1', 'F-2', '', ' F-2 ', 'F-3'];

    expect(await importCodes('twice', codes)).toMatchObject({ added: 3, skipped: 1 });
    expect(await importCodes('twice', codes)).toMatchObject({ added: 0, skipped: 4 });
    expect(await importCodes('elsewhere', [...codes, 'F-4'])).toMatchObject({ added: 1 });
  });

  it('does not take back a code that was sold', async () => {
    const account = await shop.account({ balance: '100' });
    await importCodes('sold', ['G-1']);
    await order(account, await product('sold'));

    expect(await importCodes('sold', ['G-1'])).toMatchObject({ added: 0, skipped: 1 });
  });

  it('changes nothing in a dry run, nor when a line is no code', async () => {
    expect(await importCodes('dry', ['H-1'], KEY, '--dry-run')).toMatchObject({ added: 1 });
    await expect(importCodes('dry', ['H-1', 'x'.repeat(1001)])).rejects.toThrow(
      /^Line 2 is no code/,
    );
    await expect(command(KEY, 'delivery', 'set', '1', '--by', 'codes stock=dry')).rejects.toThrow(
      'There is no stock "dry"',
    );
  });

  it('says what to do without a key or a file', async () => {
    await expect(importCodes('none', ['I-1'], '')).rejects.toThrow(/souk secret-key/);
    await expect(command(KEY, 'codes', 'import', 'a', '/nowhere')).rejects.toThrow(
      /cannot be read/,
    );
  });
});

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
      suppliers: 0,
      account_webhooks: 0,
      operators: 0,
      mail_server: 0,
      notification_recipients: 0,
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
    await watch.check();
    await watch.check();

    expect(shop.logs().filter((line) => line.includes('stock low runs low'))).toHaveLength(1);
    const { out } = await souk({ DATABASE_URL: shop.db.url }, 'doctor');
    expect(out).toMatch(/warn +stock of codes: .*stock low with 3 codes left/);
  });
});

describe('the handler "codes"', () => {
  it.each(HANDLER_CASES)('$name', async ({ run }) => {
    await importCodes(
      'cases',
      Array.from({ length: 20 }, () => randomUUID()),
    );
    const handler = shop.service(CodesHandler);
    const settings = { stock: 'cases' };
    const database = shop.service(Database);
    await run({
      handler,
      settings,
      wrongSettings: { stock: 'nowhere' },
      inTransaction: (placed) =>
        database.transaction((manager) => handler.deliverInTransaction(manager, placed, settings)),
    });
    await shop.db.query("DELETE FROM stock_codes WHERE stock = 'cases'");
  });
});
