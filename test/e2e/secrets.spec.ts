import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../src/common/secret-box.js';
import { souk } from '../support/command-line.js';
import type { Answer } from '../support/http-client.js';
import { invariantFaults } from '../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../support/test-shop.js';

const KEY = newSecretKey();
/** The server knows it already, but does not seal with it yet. */
const NEXT = newSecretKey();

let shop: TestShop;
let folder: string;
let account: TestAccount;

beforeEach(async () => {
  shop = await startTestShop({ SECRET_KEYS: `${KEY},${NEXT}` });
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
    let rotating = true;
    const rotations = (async () => {
      for (let turn = 0; turn < 6; turn++) await command(rings[turn % 2]!, 'codes', 'rotate');
      rotating = false;
    })();
    const sold: string[] = [];
    while (rotating && sold.length < 300) {
      const answer = await order(id);
      expect(answer.json).toMatchObject({ data: { status: 'accept' } });
      sold.push(...codesIn(answer));
    }
    await rotations;

    expect(sold.length).toBeGreaterThan(20);
    expect(new Set(sold).size).toBe(sold.length);
  });
});
