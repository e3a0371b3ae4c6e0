import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { MetricsServer } from '../../src/health/metrics-server.service.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { souk, soukJson } from '../support/command-line.js';
import { HttpClient, type Answer } from '../support/http-client.js';
import { Instance } from '../support/instance.js';
import { invariantFaults } from '../support/invariants.js';
import { untilLookedForCodes } from '../support/looked-for-codes.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';
import { until } from '../support/until.js';
import { fresh } from '../support/worker-shop.js';

const KEY = newSecretKey();
/** The server can decrypt with this key, and does not encrypt with it yet. */
const NEXT = newSecretKey();

let shop: TestShop;
let folder: string;
let account: TestAccount;
/** The one of the case. */
let stock: string;

beforeAll(async () => {
  // A shop of its own: it has two keys, between which they are rotated, and a port for metrics.
  shop = await startTestShop({ SECRET_KEYS: `${KEY},${NEXT}`, METRICS_PORT: '0' });
  account = await shop.account({ balance: '10000' });
  folder = await mkdtemp(join(tmpdir(), 'souk-secrets-'));
});
beforeEach(() => {
  stock = fresh('steam');
});
// What a case imports with one key must not find codes that another case has left under the other one.
afterEach(() => souk(shop, 'codes', 'rotate'));
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
  await rm(folder, { recursive: true });
});

async function command<T = Record<string, unknown>>(keys: string, ...words: string[]): Promise<T> {
  const settings = { DATABASE_URL: shop.db.url, SECRET_KEYS: keys };
  const { code, out, err } = await souk(settings, ...words, '--json');
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as T;
}

async function importCodes(into: string, codes: readonly string[], keys = KEY) {
  const file = join(folder, randomUUID());
  await writeFile(file, codes.join('\n'));
  return command(keys, 'codes', 'import', into, file);
}

function product(of: string): Promise<number> {
  return shop.product({
    type: 'package',
    quantityValues: { min: '1', max: '50' },
    fulfillment: [{ handler: 'codes', settings: { stock: of } }],
  });
}

function order(id: number, qty = 1, uuid = randomUUID()): Promise<Answer> {
  return account.api(`/client/api/newOrder/${id}/params?order_uuid=${uuid}&qty=${qty}`);
}

function codesIn({ json }: Answer): string[] {
  const { data } = json as { data?: { replay_api: [{ replay: string[] }] | null } };
  return data?.replay_api?.[0].replay ?? [];
}

describe('an import', () => {
  it('is refused while a key of the stock is missing: known codes would be taken for new', async () => {
    await importCodes(stock, ['A-1']);

    await expect(importCodes(stock, ['A-1'], NEXT)).rejects.toThrow(
      /a key that the shop does not have/,
    );
    await command(`${NEXT},${KEY}`, 'codes', 'rotate');
    await expect(importCodes(stock, ['A-1'])).rejects.toThrow(/a key that the shop does not have/);

    expect(await importCodes(stock, ['A-1'], NEXT)).toMatchObject({ added: 0, skipped: 1 });
    const stored = await shop.db.query('SELECT FROM stock_codes WHERE stock = $1', [stock]);
    expect(stored).toHaveLength(1);
  });
});

describe('a rotation', () => {
  it('is not noticed by orders: no stock looks short meanwhile, and no code is sold twice', async () => {
    const codes = Array.from({ length: 400 }, (_, n) => `B-${n}`);
    await importCodes(stock, codes);
    const id = await product(stock);
    // A shop of its own: it has the same database, and the keys in the other order.
    const turned = await Instance.on(shop.db, { SECRET_KEYS: `${NEXT},${KEY}` });
    const done = new AbortController();
    const sold: string[] = [];
    const rotations = (async () => {
      for (let turn = 0; turn < 6 || sold.length <= 20; turn++) {
        await soukJson(turn % 2 === 0 ? turned : shop, 'codes', 'rotate');
      }
    })().finally(() => {
      done.abort();
    });
    while (!done.signal.aborted && sold.length < 300) {
      const answer = await order(id);
      expect(answer.json).toMatchObject({ data: { status: 'accept' } });
      sold.push(...codesIn(answer));
    }
    await rotations;
    await turned.close();

    expect(sold.length).toBeGreaterThan(20);
    expect(new Set(sold).size).toBe(sold.length);
  });
});

describe('a withdrawal', () => {
  it('takes the free codes into a file, from which they can go into another stock', async () => {
    const other = fresh('stema');
    await importCodes(other, ['C-1', 'C-2', 'C-3']);
    const sold = codesIn(await order(await product(other)));
    const file = join(folder, 'withdrawn');

    expect(await command(KEY, 'codes', 'withdraw', other, file)).toMatchObject({ withdrawn: 2 });

    expect(sold).toEqual(['C-1']);
    expect(await readFile(file, 'utf8')).toBe('C-2\nC-3\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await order(await product(other))).json).toMatchObject({ code: 105 });
    expect(await importCodes(stock, ['C-1', 'C-2', 'C-3'])).toMatchObject({ added: 2 });
  });

  it('leaves the codes in stock when it fails', async () => {
    await importCodes(stock, ['D-1', 'D-2']);
    const taken = join(folder, 'taken');
    await writeFile(taken, 'mine');
    const attempts = [
      [KEY, stock, taken, /is there already/],
      [KEY, stock, join(folder, 'nowhere', 'file'), /cannot be written/],
      [NEXT, stock, join(folder, 'other-key'), /SECRET_KEYS does not hold/],
      [KEY, 'stema', join(folder, 'other-stock'), /There is no stock stema/],
    ] as const;
    for (const [keys, stock, file, sentence] of attempts) {
      await expect(command(keys, 'codes', 'withdraw', stock, file)).rejects.toThrow(sentence);
    }

    expect(await readFile(taken, 'utf8')).toBe('mine');
    expect(codesIn(await order(await product(stock), 2))).toEqual(['D-1', 'D-2']);
  });
});

describe('the stock', () => {
  it('is a metric, and one that may stay empty warns nobody', async () => {
    // Those of other cases may have few codes, too.
    await shop.db.query('UPDATE code_stocks SET low_stock = 0');
    await importCodes(stock, ['E-1', 'E-2']);
    await order(await product(stock));
    const { address } = shop.service(MetricsServer);
    const client = new HttpClient(`http://127.0.0.1:${address?.port ?? 0}`);
    // What was counted before may be good for some seconds yet.
    await shop.db.query(`UPDATE server_tasks SET next_run_at = now() WHERE name = 'free codes'`);
    await until(async () => {
      const { text } = await client.send('/metrics');
      return text.includes(`\nsouk_codes_free{stock="${stock}"} 1\n`);
    });
    client.close();

    const doctor = async () => (await souk({ DATABASE_URL: shop.db.url }, 'doctor')).out;
    expect(await doctor()).toMatch(
      new RegExp(`^warn +stock of codes: .*stock ${stock} with 1 codes left`, 'm'),
    );
    await command(KEY, 'codes', 'warn', stock, '0');
    expect(await doctor()).toMatch(/^ok +stock of codes/m);
  });
});

describe('a backup', () => {
  it('holds no code that could be read, and sells and shows them where the key is', async () => {
    await importCodes(stock, ['VERY-SECRET-1', 'VERY-SECRET-2']);
    const id = await product(stock);
    const uuid = randomUUID();
    const { text } = await order(id, 1, uuid);
    const file = join(folder, 'souk.backup');
    await command(KEY, 'backup', file);
    const content = gunzipSync(await readFile(file)).toString();
    expect(content).not.toContain('VERY-SECRET');
    expect(content).not.toContain(Buffer.from('VERY-SECRET').toString('hex'));

    const source = shop;
    // A shop of its own: a restore needs an empty database.
    shop = await startTestShop({ SECRET_KEYS: KEY });
    try {
      await command('', 'restore', file, '--nothing-sold-since');
      await untilLookedForCodes(shop);
      const { token } = account;
      const path = (key: string) => `/client/api/newOrder/${id}/params?order_uuid=${key}&qty=1`;
      expect((await shop.request(path(uuid), { token })).text).toBe(text);
      expect(codesIn(await shop.request(path(randomUUID()), { token }))).toEqual(['VERY-SECRET-2']);
      expect((await shop.request(path(randomUUID()), { token })).json).toMatchObject({ code: 105 });
      expect(await invariantFaults(shop.db)).toEqual([]);
    } finally {
      await shop.close();
      shop = source;
    }
  });
});
