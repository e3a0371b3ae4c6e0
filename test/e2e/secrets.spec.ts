import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { MetricsServer } from '../../src/health/metrics-server.service.js';
import { newSecretKey } from '../../src/common/secret-box.js';
import { souk } from '../support/command-line.js';
import { HttpClient, type Answer } from '../support/http-client.js';
import { invariantFaults } from '../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

const KEY = newSecretKey();
/** The server can decrypt with this key, and does not encrypt with it yet. */
const NEXT = newSecretKey();

let shop: TestShop;
let folder: string;
let account: TestAccount;

beforeEach(async () => {
  shop = await startTestShop({ SECRET_KEYS: `${KEY},${NEXT}`, METRICS_PORT: '0' });
  account = await shop.account({ balance: '10000' });
  folder = await mkdtemp(join(tmpdir(), 'souk-secrets-'));
});
afterEach(async () => {
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

async function importCodes(stock: string, codes: readonly string[], keys = KEY) {
  const file = join(folder, randomUUID());
  await writeFile(file, codes.join('\n'));
  return command(keys, 'codes', 'import', stock, file);
}

function product(stock: string): Promise<number> {
  return shop.product({
    type: 'package',
    quantityValues: { min: '1', max: '50' },
    fulfillment: [{ handler: 'codes', settings: { stock } }],
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
    await importCodes('steam', ['A-1']);

    await expect(importCodes('steam', ['A-1'], NEXT)).rejects.toThrow(/SECRET_KEYS does not hold/);
    await command(`${NEXT},${KEY}`, 'codes', 'rotate');
    await expect(importCodes('steam', ['A-1'])).rejects.toThrow(/SECRET_KEYS does not hold/);

    expect(await importCodes('steam', ['A-1'], NEXT)).toMatchObject({ added: 0, skipped: 1 });
    expect(await shop.db.query('SELECT FROM stock_codes')).toHaveLength(1);
  });
});

describe('a rotation', () => {
  it('is not noticed by orders: no stock looks short meanwhile, and no code is sold twice', async () => {
    const codes = Array.from({ length: 400 }, (_, n) => `B-${n}`);
    await importCodes('busy', codes);
    const id = await product('busy');
    const rings = [`${NEXT},${KEY}`, `${KEY},${NEXT}`];
    const done = new AbortController();
    const rotations = (async () => {
      for (let turn = 0; turn < 6; turn++) await command(rings[turn % 2]!, 'codes', 'rotate');
      done.abort();
    })();
    const sold: string[] = [];
    while (!done.signal.aborted && sold.length < 300) {
      const answer = await order(id);
      expect(answer.json).toMatchObject({ data: { status: 'accept' } });
      sold.push(...codesIn(answer));
    }
    await rotations;

    expect(sold.length).toBeGreaterThan(20);
    expect(new Set(sold).size).toBe(sold.length);
  });
});

describe('a withdrawal', () => {
  it('takes the free codes into a file, from which they can go into another stock', async () => {
    await importCodes('stema', ['C-1', 'C-2', 'C-3']);
    const sold = codesIn(await order(await product('stema')));
    const file = join(folder, 'withdrawn');

    expect(await command(KEY, 'codes', 'withdraw', 'stema', file)).toMatchObject({ withdrawn: 2 });

    expect(sold).toEqual(['C-1']);
    expect(await readFile(file, 'utf8')).toBe('C-2\nC-3\n');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await order(await product('stema'))).json).toMatchObject({ code: 105 });
    expect(await importCodes('steam', ['C-1', 'C-2', 'C-3'])).toMatchObject({ added: 2 });
  });

  it('leaves the codes in stock when it fails', async () => {
    await importCodes('steam', ['D-1', 'D-2']);
    const taken = join(folder, 'taken');
    await writeFile(taken, 'mine');
    const attempts = [
      [KEY, 'steam', taken, /is there already/],
      [KEY, 'steam', join(folder, 'nowhere', 'file'), /cannot be written/],
      [NEXT, 'steam', join(folder, 'other-key'), /SECRET_KEYS does not hold/],
      [KEY, 'stema', join(folder, 'other-stock'), /There is no stock "stema"/],
    ] as const;
    for (const [keys, stock, file, sentence] of attempts) {
      await expect(command(keys, 'codes', 'withdraw', stock, file)).rejects.toThrow(sentence);
    }

    expect(await readFile(taken, 'utf8')).toBe('mine');
    expect(codesIn(await order(await product('steam'), 2))).toEqual(['D-1', 'D-2']);
  });
});

describe('the stock', () => {
  it('is a metric, and one that may stay empty warns nobody', async () => {
    await importCodes('steam', ['E-1', 'E-2']);
    await order(await product('steam'));
    const { address } = shop.service(MetricsServer);
    const client = new HttpClient(`http://127.0.0.1:${address?.port ?? 0}`);
    const { text } = await client.send('/metrics');
    client.close();
    expect(text).toMatch(/^souk_codes_free\{stock="steam"\} 1$/m);

    const doctor = async () => (await souk({ DATABASE_URL: shop.db.url }, 'doctor')).out;
    expect(await doctor()).toMatch(/^warn +stock of codes: .*stock steam with 1 codes left/m);
    await command(KEY, 'codes', 'warn', 'steam', '0');
    expect(await doctor()).toMatch(/^ok +stock of codes/m);
  });
});

describe('a backup', () => {
  it('holds no code that could be read, and sells and shows them where the key is', async () => {
    await importCodes('steam', ['VERY-SECRET-1', 'VERY-SECRET-2']);
    const id = await product('steam');
    const uuid = randomUUID();
    const { text } = await order(id, 1, uuid);
    const file = join(folder, 'souk.backup');
    await command(KEY, 'backup', file);
    const content = gunzipSync(await readFile(file)).toString();
    expect(content).not.toContain('VERY-SECRET');
    expect(content).not.toContain(Buffer.from('VERY-SECRET').toString('hex'));

    const source = shop;
    try {
      shop = await startTestShop({ SECRET_KEYS: KEY });
      await command('', 'restore', file, '--nothing-sold-since');
      const { token } = account;
      const path = (key: string) => `/client/api/newOrder/${id}/params?order_uuid=${key}&qty=1`;
      expect((await shop.request(path(uuid), { token })).text).toBe(text);
      expect(codesIn(await shop.request(path(randomUUID()), { token }))).toEqual(['VERY-SECRET-2']);
      expect((await shop.request(path(randomUUID()), { token })).json).toMatchObject({ code: 105 });
    } finally {
      await source.close();
    }
  });
});
