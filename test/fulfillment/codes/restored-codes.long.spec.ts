import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { souk, soukJson } from '../../support/command-line.js';
import type { Answer } from '../../support/http-client.js';
import { untilLookedForCodes } from '../../support/looked-for-codes.js';
import { invariantFaults } from '../../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

const KEY = newSecretKey();
const STOCK = 'uc60';

let folder: string;
/** The shop that is lost: since its backup it has sold S-1 and S-2, and the later import L-1. */
let lost: TestShop;
/** Restored from the backup while its server runs. */
let shop: TestShop;
let account: TestAccount;
let product: number;
let backup: string;
let printed: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-restored-codes-'));
  backup = join(folder, 'shop.backup');
  lost = await startTestShop({ SECRET_KEYS: KEY });
  account = await lost.account({ balance: '100' });
  product = await lost.product({
    price: '2',
    type: 'package',
    quantityValues: { min: '1', max: '50' },
    fulfillment: [{ handler: 'codes', settings: { stock: STOCK } }],
  });
  await importCodes(lost, ['S-0', 'S-1', 'S-2', 'S-3', 'S-4']);
  expect(codesIn(await order(lost))).toEqual(['S-0']);
  await command(lost, 'backup', backup);
  expect(codesIn(await order(lost, 2))).toEqual(['S-1', 'S-2']);
});
afterAll(async () => {
  await lost.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  shop = await startTestShop({ SECRET_KEYS: KEY });
  printed = (await souk(settingsOf(shop), 'restore', backup)).out;
});
afterEach(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
});

const settingsOf = (of: TestShop) => ({ DATABASE_URL: of.db.url, SECRET_KEYS: KEY });

function command(of: TestShop, ...words: string[]): Promise<Record<string, unknown>> {
  return soukJson(settingsOf(of), ...words);
}

async function fileOf(lines: readonly string[]): Promise<string> {
  const file = join(folder, randomUUID());
  await writeFile(file, lines.join('\n'));
  return file;
}

async function importCodes(of: TestShop, codes: readonly string[]) {
  return command(of, 'codes', 'import', STOCK, await fileOf(codes));
}

function order(of: TestShop, qty = 1): Promise<Answer> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}&qty=${qty}`;
  return of.request(path, { token: account.token });
}

function codesIn({ json }: Answer): string[] {
  const { data } = json as { data?: { replay_api: [{ replay: string[] }] | null } };
  return data?.replay_api?.[0].replay ?? [];
}

async function levels(): Promise<unknown> {
  const [level] = await soukJson<unknown[]>(settingsOf(shop), 'codes', 'list');
  return level;
}

const doctor = async () => (await souk(settingsOf(shop), 'doctor')).out;

describe('a restored stock of codes', () => {
  it('is closed with newOrder, and held back after that, until it is released', async () => {
    expect(printed).toMatch(/^It is the shop of \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\./m);
    expect(printed).toContain(`1. Codes: 4 of ${STOCK} may have been sold, and are held back.`);
    expect((await order(shop)).json).toMatchObject({ code: 130 });
    expect(await command(shop, 'maintenance', 'status')).toMatchObject({ closed: 'orders' });
    expect(await levels()).toMatchObject({ free: 0, held: 4, delivered: 1 });
    expect(await doctor()).toMatch(
      /^warn +after a restore: .*4 codes of stock uc60 are held back/m,
    );

    await command(shop, 'maintenance', 'off');
    expect((await order(shop)).json).toMatchObject({ code: 111 });
    expect(await doctor()).toMatch(/^warn +after a restore/m);

    expect(await command(shop, 'codes', 'release', STOCK, '--all')).toMatchObject({ released: 4 });
    expect(await doctor()).toMatch(/^ok +after a restore/m);
    await untilLookedForCodes(shop);
    expect(codesIn(await order(shop, 4))).toEqual(['S-1', 'S-2', 'S-3', 'S-4']);
  });

  it('sells none of the codes that a list names as sold, by code or by hash', async () => {
    const [row] = await lost.db.query<{ hash: string }>(
      "SELECT encode(code_hash, 'hex') AS hash FROM stock_codes WHERE order_id IS NOT NULL ORDER BY id DESC",
    );
    const sold = await fileOf(['\uFEFFS-1', '', row?.hash ?? '', '  ']);
    await command(shop, 'maintenance', 'off');

    const dry = await command(shop, 'codes', 'release', STOCK, '--sold', sold, '--dry-run');
    expect(dry).toMatchObject({ released: 2, sold: 2, recorded: 0 });
    expect(await levels()).toMatchObject({ held: 4 });

    const done = await command(shop, 'codes', 'release', STOCK, '--sold', sold);
    expect(done).toMatchObject({ released: 2, sold: 2 });
    expect(await levels()).toMatchObject({ free: 2, held: 0, delivered: 3 });
    await untilLookedForCodes(shop);
    expect(codesIn(await order(shop, 2))).toEqual(['S-3', 'S-4']);
    expect((await order(shop)).json).toMatchObject({ code: 105 });
    expect(await doctor()).toMatch(/^ok +sold codes/m);
    expect(await importCodes(shop, ['S-1', 'S-2'])).toMatchObject({ added: 0, skipped: 2 });
  });

  it('goes on at once where nothing was sold since the backup', async () => {
    const moved = await startTestShop({ SECRET_KEYS: KEY });
    const words = ['restore', backup, '--nothing-sold-since'];
    const { out } = await souk(settingsOf(moved), ...words);
    expect(out.trim().split('\n')).toHaveLength(1);
    await untilLookedForCodes(moved);
    expect(codesIn(await order(moved))).toEqual(['S-1']);
    await moved.close();
  });
});
