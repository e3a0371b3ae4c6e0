import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { souk, soukJson } from '../../support/command-line.js';
import type { Answer } from '../../support/http-client.js';
import { invariantFaults } from '../../support/invariants.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';
import { untilLookedForCodes } from '../../support/looked-for-codes.js';
import { fresh } from '../../support/worker-shop.js';

/** Settled as after a restore, which takes longer. */
let shop: TestShop;
let folder: string;
let account: TestAccount;
/** Of the present case, like the product that sells it. */
let stock: string;
let product: number;
let release: readonly string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-settled-codes-'));
  // A shop of its own: settling closes newOrder for everybody and holds the codes of every stock back.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  account = await shop.account({ balance: '1000' });
});
afterAll(async () => {
  expect(await invariantFaults(shop.db)).toEqual([]);
  await shop.close();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  stock = fresh('uc60');
  release = ['codes', 'release', stock];
  product = await shop.product({
    price: '2',
    type: 'package',
    quantityValues: { min: '1', max: '50' },
    fulfillment: [{ handler: 'codes', settings: { stock } }],
  });
  await command('maintenance', 'off');
  await importCodes(['S-0', 'S-1', 'S-2', 'S-3', 'S-4']);
  await untilLookedForCodes(shop);
  expect(codesIn(await order())).toEqual(['S-0']);
  await command('settle');
  await untilLookedForCodes(shop);
});
afterEach(() => shop.db.query('DELETE FROM stock_codes WHERE order_id IS NULL'));

function command(...words: string[]): Promise<Record<string, unknown>> {
  return soukJson(shop, ...words);
}

/** A code that no other case has; codes that the shop has sold are in no later stock. */
const code = (name: string): string => `${stock}-${name}`;

async function fileOf(lines: readonly string[]): Promise<string> {
  const file = join(folder, randomUUID());
  await writeFile(file, lines.join('\n'));
  return file;
}

const fileOfCodes = (...names: readonly string[]) => fileOf(names.map(code));

async function importCodes(names: readonly string[], into = stock) {
  return command('codes', 'import', into, await fileOfCodes(...names));
}

function order(qty = 1): Promise<Answer> {
  const path = `/client/api/newOrder/${product}/params?order_uuid=${randomUUID()}&qty=${qty}`;
  return account.api(path);
}

/** Without what only this case has in front. */
function codesIn({ json }: Answer): string[] {
  const { data } = json as { data?: { replay_api: [{ replay: string[] }] | null } };
  return (data?.replay_api?.[0].replay ?? []).map((sold) => sold.replace(code(''), ''));
}

async function levels(): Promise<unknown> {
  const all = await soukJson<{ name: string }[]>(shop, 'codes', 'list');
  return all.find(({ name }) => name === stock);
}

const doctor = async () => (await souk(shop, 'doctor')).out;

describe('a restored stock of codes', () => {
  it('sells none of the codes that a list names as sold, by code or by hash', async () => {
    const [row] = await shop.db.query<{ hash: string }>(
      "SELECT encode(code_hash, 'hex') AS hash FROM stock_codes WHERE stock = $1 ORDER BY id OFFSET 2 LIMIT 1",
      [stock],
    );
    const sold = await fileOf([`\uFEFF${code('S-1')}`, '', row?.hash ?? '', '  ']);
    await command('maintenance', 'off');

    const dry = await command(...release, '--sold', sold, '--dry-run');
    expect(dry).toMatchObject({ released: 2, sold: 2, recorded: 0 });
    expect(await levels()).toMatchObject({ held: 4 });

    const done = await command(...release, '--sold', sold);
    expect(done).toMatchObject({ released: 2, sold: 2 });
    expect(await levels()).toMatchObject({ free: 2, held: 0, delivered: 3 });
    expect(codesIn(await order(2))).toEqual(['S-3', 'S-4']);
    expect((await order()).json).toMatchObject({ code: 105 });
    expect(await doctor()).toMatch(/^ok +sold codes/m);
    expect(await importCodes(['S-1', 'S-2'])).toMatchObject({ added: 0, skipped: 2 });
  });

  it('remembers listed codes that were imported after the backup, so that no import sells them', async () => {
    const sold = await fileOfCodes('L-1', 'S-1', 'S-2');
    expect(await command(...release, '--sold', sold)).toMatchObject({
      released: 2,
      sold: 2,
      recorded: 1,
      sold_again_by: '',
    });
    expect(await importCodes(['L-1', 'L-2'])).toMatchObject({ added: 1, skipped: 1 });
  });

  it('stays held back while a hash of the list has no code that could be kept from an import', async () => {
    const hash = createHash('sha256').digest('hex');
    const sold = await fileOf([code('S-1'), hash]);
    const { code: exit, err } = await souk(shop, ...release, '--sold', sold);
    expect([exit, err]).toEqual([1, expect.stringContaining(`${hash} is of no code in stock`)]);
    expect(await levels()).toMatchObject({ free: 0, held: 4, delivered: 1 });
  });

  it('sells none of the list that are free, since they were imported after the restore', async () => {
    await importCodes(['L-1', 'L-2', 'L-3']);
    await command('codes', 'import', 'other', await fileOfCodes('O-1'));
    const [hash] = await shop.db.query<{ hex: string }>(
      "SELECT encode(code_hash, 'hex') AS hex FROM stock_codes ORDER BY id DESC OFFSET 1 LIMIT 1",
    );
    const sold = await fileOf([...['L-1', 'O-1', 'S-1', 'S-2'].map(code), hash?.hex ?? '']);
    expect(await command(...release, '--sold', sold)).toMatchObject({
      released: 2,
      sold: 5,
      recorded: 0,
    });
    await command('maintenance', 'off');
    expect(codesIn(await order(3))).toEqual(['S-3', 'S-4', 'L-2']);
    expect(await command('codes', 'withdraw', 'other', join(folder, randomUUID()))).toMatchObject({
      withdrawn: 0,
    });
  });

  it('sells none of a second list', async () => {
    await command(...release, '--sold', await fileOfCodes('S-1'));
    expect(await command(...release, '--sold', await fileOfCodes('S-2', 'S-1'))).toMatchObject({
      released: 0,
      sold: 1,
      recorded: 0,
    });
    await command('maintenance', 'off');
    expect(codesIn(await order(2))).toEqual(['S-3', 'S-4']);
  });

  it('names the orders that have got a listed code since the restore', async () => {
    await command(...release, '--all');
    await command('maintenance', 'off');
    const { json } = await order();
    const { order_id: id } = (json as { data: { order_id: string } }).data;
    expect(
      await command(...release, '--sold', await fileOfCodes('S-0', 'S-1', 'S-2')),
    ).toMatchObject({ sold: 1, sold_again_by: id });
  });

  it('sells codes that are imported after the restore at once', async () => {
    await command('maintenance', 'off');
    await importCodes(['NEW-1']);
    expect(await levels()).toMatchObject({ free: 1, held: 4 });
    expect(codesIn(await order())).toEqual(['NEW-1']);
    expect((await order()).json).toMatchObject({ code: 111 });
  });

  it('is withdrawn without the codes that are held back', async () => {
    const file = join(folder, randomUUID());
    expect(await command('codes', 'withdraw', stock, file)).toMatchObject({ withdrawn: 0 });
  });

  it.each([[[]], [['--all', '--sold', '/nowhere']]])(
    'is released only where the operator says what was sold: %j',
    async (options) => {
      const { code: exit, err } = await souk(shop, ...release, ...options);
      expect([exit, err]).toEqual([1, expect.stringContaining('--sold FILE')]);
      const other = await souk(shop, 'codes', 'release', 'none', '--all');
      expect(other.err).toContain('There is no stock none');
    },
  );
});

describe('souk settle', () => {
  it('holds codes back in a database that was recovered by other means', async () => {
    await command(...release, '--all');
    await command('maintenance', 'off');

    const { out } = await souk(shop, 'settle');

    expect(out).toContain(`1. Codes: 4 of ${stock} may have been sold`);
    expect((await order()).json).toMatchObject({ code: 130 });
    expect(await levels()).toMatchObject({ free: 0, held: 4 });
  });

  it('leaves the whole API closed where it was', async () => {
    await command('maintenance', 'on');
    await command('settle');
    expect(await command('maintenance', 'status')).toMatchObject({ closed: 'everything' });
  });
});
