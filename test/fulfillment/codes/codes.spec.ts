import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HANDLER_CASES } from '../../../src/fulfillment/handlers/handler-cases.js';
import { HandedOutCodes } from '../../../src/fulfillment/codes/clearance/handed-out-codes.js';
import { CodesHandler } from '../../../src/fulfillment/codes/codes.handler.js';
import { Database } from '../../../src/database/database.js';
import { souk, soukJson } from '../../support/command-line.js';
import type { Answer } from '../../support/http-client.js';
import { invariantFaults } from '../../support/invariants.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { fresh, workerShop } from '../../support/worker-shop.js';
import { sellToCrowd } from './crowd.js';

let shop: TestShop;
let folder: string;
/** Of the present case. */
const accounts: TestAccount[] = [];
let prefix: string;

beforeAll(async () => {
  shop = await workerShop();
  folder = await mkdtemp(join(tmpdir(), 'souk-codes-'));
});
beforeEach(() => {
  accounts.length = 0;
  prefix = fresh('code');
});
afterEach(async () => {
  const ids = accounts.map(({ id }) => id);
  expect(await invariantFaults(shop.db, ids)).toEqual([]);
});
afterAll(() => rm(folder, { recursive: true }));

async function newAccount(balance: string): Promise<TestAccount> {
  const account = await shop.account({ balance });
  accounts.push(account);
  return account;
}

const command = (...words: string[]) => soukJson<Record<string, unknown>>(shop, ...words);

/** Names a stock or a code as only this case does. */
const own = (name: string): string => (name.trim() === '' ? name : `${prefix}-${name}`);

async function importCodes(stock: string, codes: readonly string[], ...more: string[]) {
  const file = join(folder, randomUUID());
  const lines = codes.map((code) => code.replace(/\S+/, own));
  await writeFile(file, lines.join('\r\n'));
  return command('codes', 'import', own(stock), file, ...more);
}

function product(stock: string, ...more: { handler: string; settings: object }[]): Promise<number> {
  return shop.product({
    price: '2',
    type: 'package',
    quantityValues: { min: '1', max: '50' },
    fulfillment: [{ handler: 'codes', settings: { stock: own(stock) } }, ...more] as never,
  });
}

function order(account: TestAccount, id: number, qty = 1, uuid = randomUUID()): Promise<Answer> {
  return account.api(`/client/api/newOrder/${id}/params?order_uuid=${uuid}&qty=${qty}`);
}

function codesIn({ json }: Answer): string[] {
  const { data } = json as { data?: { replay_api: [{ replay: string[] }] | null } };
  return (data?.replay_api?.[0].replay ?? []).map((code) => code.replace(`${prefix}-`, ''));
}

describe('a stock of codes', () => {
  it('is delivered in the answer of newOrder, and again under the same uuid', async () => {
    const account = await newAccount('100');
    await importCodes('first', ['A-1', 'A-2', 'A-3']);
    const id = await product('first');
    const uuid = randomUUID();

    const answer = await order(account, id, 2, uuid);

    expect(answer.json).toMatchObject({ data: { status: 'accept', price: 4 } });
    expect(codesIn(answer)).toEqual(['A-1', 'A-2']);
    expect((await order(account, id, 2, uuid)).text).toBe(answer.text);
    const { json } = await account.api(`/client/api/check?orders=${uuid}&uuid=1`);
    expect(json).toMatchObject({
      data: [{ status: 'accept', replay_api: ['A-1', 'A-2'].map(own) }],
    });
  });

  it('is kept for ten minutes after that, in no more memory than the codes need', async () => {
    await importCodes('kept', ['K-1', 'K-2']);
    await order(await newAccount('100'), await product('kept'), 2);

    const kept = shop.service(HandedOutCodes).all();
    const encrypted = kept.find(({ stock }) => stock === own('kept'))?.encrypted ?? [];
    expect(encrypted).toHaveLength(2);
    for (const code of encrypted) expect(code.buffer.byteLength).toBe(code.byteLength);
  });

  it('is never delivered in part: too few is 105, and nothing is charged', async () => {
    const account = await newAccount('100');
    await importCodes('short', ['B-1', 'B-2']);
    const id = await product('short');

    expect((await order(account, id, 3)).json).toMatchObject({ code: 105 });
    expect((await account.api('/client/api/profile')).json).toMatchObject({ balance: '100' });
    expect(codesIn(await order(account, id, 2))).toHaveLength(2);
  });

  it('leaves what it cannot deliver to the next handler, and keeps its codes', async () => {
    const account = await newAccount('100');
    await importCodes('through', ['C-1']);
    const id = await product('through', { handler: 'manual', settings: {} });

    expect((await order(account, id, 2)).json).toMatchObject({ data: { status: 'wait' } });
    expect(codesIn(await order(account, id, 1))).toEqual(['C-1']);
  });

  it('gives codes back when the order fails after all', async () => {
    const poor = await newAccount('1');
    const rich = await newAccount('100');
    await importCodes('back', ['D-1']);
    const id = await product('back');

    expect((await order(poor, id)).json).toMatchObject({ code: 100 });
    expect(codesIn(await order(rich, id))).toEqual(['D-1']);
  });

  it('sells each of 20 codes at most once to 80 concurrent orders of 1 to 3', async () => {
    await sellToCrowd(shop, 20, 80);
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
    const account = await newAccount('100');
    await importCodes('sold', ['G-1']);
    await order(account, await product('sold'));

    expect(await importCodes('sold', ['G-1'])).toMatchObject({ added: 0, skipped: 1 });
  });

  it('changes nothing in a dry run, nor when a line is no code', async () => {
    expect(await importCodes('dry', ['H-1'], '--dry-run')).toMatchObject({ added: 1 });
    await expect(importCodes('dry', ['H-1', 'x'.repeat(1001)])).rejects.toThrow(
      /: Line 2 is no code/,
    );
    const words = ['delivery', 'set', String(await shop.product())];
    await expect(command(...words, '--by', `codes stock=${own('dry')}`)).rejects.toThrow(
      `There is no stock ${own('dry')}`,
    );
  });

  it('says what to do without a key or a file', async () => {
    const file = join(folder, randomUUID());
    await writeFile(file, 'I-1');
    const { code, err } = await souk(shop.db.url, 'codes', 'import', own('none'), file);
    expect([code, err]).toEqual([1, expect.stringMatching(/souk secret-key/)]);
    await expect(command('codes', 'import', 'a', '/nowhere')).rejects.toThrow(/cannot be read/);
  });
});

describe('the handler "codes"', () => {
  it.each(HANDLER_CASES)('$name', async ({ run }) => {
    await importCodes(
      'cases',
      Array.from({ length: 20 }, () => randomUUID()),
    );
    const handler = shop.service(CodesHandler);
    const settings = { stock: own('cases') };
    const database = shop.service(Database);
    await run({
      handler,
      settings,
      wrongSettings: { stock: 'nowhere' },
      inTransaction: (placed) =>
        database.transaction((manager) => handler.deliverInTransaction(manager, placed, settings)),
    });
    await shop.db.query('DELETE FROM stock_codes WHERE stock = $1', [own('cases')]);
  });
});
