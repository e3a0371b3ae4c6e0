import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commitmentTo } from '../../../src/common/commitment.js';
import { EventVerificationService } from '../../../src/account/events/event-verification.service.js';
import { newSecretKey, SecretBox } from '../../../src/common/secret-box.js';
import { Database } from '../../../src/database/database.js';
import { LaterCodes } from '../../../src/orders/later-codes.service.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { aboutOrder } from '../../../src/orders/order.entity.js';
import { eventRows, forgeEvents } from '../../support/account-events.js';
import { place } from '../../support/book-pages.js';
import { souk, soukJson } from '../../support/command-line.js';
import { openedOrder, provenEvents } from '../../support/committed-codes.js';
import { createTestDatabase } from '../../support/test-database.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

const [KEY, NEXT] = [newSecretKey(), newSecretKey()];
const CODES = ['A-1', 'A-2', 'A-3'];

let shop: TestShop;
let account: TestAccount;
/** Its events: 1 placed, 2 accepted, 3 codes. */
let id: string;
/** Its codes before the last one was added. */
let former: Buffer;
let folder: string;

beforeAll(async () => {
  // A shop of its own: triggers are switched off, its keys are rotated, and doctor looks at all of it.
  shop = await startTestShop({ SECRET_KEYS: `${KEY},${NEXT}` });
  folder = await mkdtemp(join(tmpdir(), 'souk-proofs-'));
  account = await shop.account({ balance: '100' });
  [id] = await place(account, await shop.product({ price: '5' }));
  const codes = CODES.slice(0, 2);
  await shop.service(OrderCloseService).accept(id, { codes, actor: 'operator:test' });
  former = (await openedOrder(shop, id)).encryptedCodes!;
  await shop
    .service(Database)
    .transaction((manager) =>
      shop.service(LaterCodes).add(manager, id, CODES.slice(2), () => Promise.resolve(9)),
    );
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

const PROVEN = ['placed', 'accepted A-1 A-2', 'codes A-3'];
const hex = (bytes: Buffer) => `'\\x${bytes.toString('hex')}'`;
const sealed = (text: string) =>
  hex(shop.service(SecretBox).encrypt(text, aboutOrder({ accountId: account.id, orderId: id })));
const sealedCodes = (...codes: string[]) => sealed(JSON.stringify(codes));
const fault = (event: number) =>
  `account ${account.id} event ${event}: the codes of its order are not those that it has committed to`;

/** What is found while the columns of the order have these values, which whoever has the host and its keys can write. */
async function told(columns: Record<string, string>): Promise<readonly string[]> {
  const order = await openedOrder(shop, id);
  const set = (values: Record<string, string>) =>
    `UPDATE orders SET ${Object.entries(values)
      .map(([name, value]) => `${name} = ${value}`)
      .join()} WHERE order_id = '${id}'`;
  await forgeEvents(shop.db, set(columns));
  try {
    return (await shop.service(EventVerificationService).verify()).faults;
  } finally {
    await forgeEvents(
      shop.db,
      set({
        sealed_codes: hex(order.encryptedCodes!),
        code_commitments: hex(order.codeCommitments!),
        sealed_code_salts: hex(order.encryptedCodeSalts!),
        delivered_codes: 'NULL',
      }),
    );
  }
}

describe('an order whose delivered code was exchanged', () => {
  it.each<[string, () => Record<string, string>, number]>([
    ['for another', () => ({ sealed_codes: sealedCodes('A-1', 'B-2', 'A-3') }), 2],
    ['for the next one', () => ({ sealed_codes: sealedCodes('A-2', 'A-1', 'A-3') }), 2],
    ['for one in the open', () => ({ sealed_codes: 'NULL', delivered_codes: "'{B-1,A-2}'" }), 2],
    ['for none', () => ({ sealed_codes: sealedCodes('A-1', 'A-2') }), 2],
    ['with the commitments', () => ({ ...madeAnew('A-1', 'A-2', 'B-3') }), 2],
    [
      'with all that it was committed by',
      () => ({ code_commitments: 'NULL', sealed_code_salts: 'NULL' }),
      2,
    ],
  ])('is found: %s', async (_, columns, event) => {
    expect(await told(columns())).toEqual([fault(event)]);
  });

  it('is found with its codes of before', async () => {
    expect(await told({ sealed_codes: hex(former) })).toEqual([fault(2)]);
  });

  it('is found with a commitment that is another', async () => {
    const order = await openedOrder(shop, id);
    const others = Buffer.concat([order.codeCommitments!.subarray(32), Buffer.alloc(32)]);
    expect(await told({ code_commitments: hex(others) })).toEqual([fault(2)]);
  });

  it('is named by doctor', async () => {
    const order = await openedOrder(shop, id);
    const set = (value: string) =>
      `UPDATE orders SET sealed_codes = ${value} WHERE order_id = '${id}'`;
    await forgeEvents(shop.db, set(sealedCodes('A-1', 'A-2', 'C-3')));
    expect((await souk(shop, 'doctor')).out).toContain(fault(2));
    await forgeEvents(shop.db, set(hex(order.encryptedCodes!)));
    expect((await souk(shop, 'doctor')).out).not.toContain('committed');
    expect(await provenEvents(shop, id)).toEqual(PROVEN);
  });
});

/** As the program makes them; only the hash of the event stands against it. */
function madeAnew(...codes: string[]): Record<string, string> {
  const salts = Buffer.alloc(16 * codes.length, 7);
  const commitments = codes.map((code) => commitmentTo(code, salts.subarray(0, 16)));
  return {
    sealed_codes: sealedCodes(...codes),
    code_commitments: hex(Buffer.concat(commitments)),
    sealed_code_salts: sealed(salts.toString('base64')),
  };
}

it('a rotation seals the salts anew, and makes no event', async () => {
  const before = await eventRows(shop.db, account.id);
  const { codeCommitments } = await openedOrder(shop, id);
  const settings = { DATABASE_URL: shop.db.url, SECRET_KEYS: `${NEXT},${KEY}` };
  expect(await soukJson(settings, 'codes', 'rotate')).toMatchObject({ orders: 2 });
  const order = await openedOrder(shop, id);
  const next = new SecretBox([Buffer.from(NEXT, 'base64')]).newestMark;
  expect(order.encryptedCodes!.subarray(0, 5)).toEqual(next);
  expect(order.encryptedCodeSalts!.subarray(0, 5)).toEqual(next);
  expect(order.codeCommitments).toEqual(codeCommitments);
  expect(await eventRows(shop.db, account.id)).toEqual(before);
  expect(await provenEvents(shop, id)).toEqual(PROVEN);
  expect((await shop.service(EventVerificationService).verify()).faults).toEqual([]);
});

it('a restore keeps what orders have committed to', async () => {
  const file = join(folder, 'shop.backup');
  await soukJson(shop, 'backup', file);
  // A shop of its own: a restore needs an empty database.
  const target = await createTestDatabase();
  const settings = { DATABASE_URL: target.url, SECRET_KEYS: `${KEY},${NEXT}` };
  await soukJson(settings, 'restore', file);
  for (const table of ['account_events', 'uncommitted_codes', 'orders']) {
    const rows = `SELECT * FROM ${table} t ORDER BY t::text`;
    expect([table, await target.query(rows)]).toEqual([table, await shop.db.query(rows)]);
  }
  const doctor = async () => (await souk(settings, 'doctor')).out;
  expect(await doctor()).toContain('all 3 events follow one from the other');
  const exchanged = `UPDATE orders SET sealed_codes = ${sealedCodes('A-1', 'A-2', 'C-3')}`;
  await forgeEvents(target, exchanged);
  expect(await doctor()).toContain(fault(2));
  await target.drop();
});
