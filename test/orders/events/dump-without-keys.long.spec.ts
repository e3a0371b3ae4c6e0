import { createHash, createHmac, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventVerificationService } from '../../../src/account/events/event-verification.service.js';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { CodeCommitments } from '../../../src/orders/code-commitments.js';
import { soukJson } from '../../support/command-line.js';
import { openedOrder } from '../../support/committed-codes.js';
import type { TestDatabase } from '../../support/test-database.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

const [CODE, PLAYER] = ['4711008159', '5551234567'];
/** Nobody could try all numbers of ten digits here. Those who could would come to the right one. */
const CODES = ['4711008158', CODE, '4711008160'];
const PLAYERS = ['5551234566', PLAYER, '5551234568'];

let shop: TestShop;
let folder: string;
let orderId: string;

beforeAll(async () => {
  // A shop of its own: all that its database holds is looked at.
  shop = await startTestShop({ SECRET_KEYS: newSecretKey() });
  folder = await mkdtemp(join(tmpdir(), 'souk-dump-'));
  await writeFile(join(folder, 'codes'), `${CODE}\n9999999999`);
  await soukJson(shop, 'codes', 'import', 'ten-digits', join(folder, 'codes'));
  const account = await shop.account({ balance: '10' });
  const product = await shop.product({
    ...{ price: '1', type: 'package', fields: ['playerId'] },
    fulfillment: [{ handler: 'codes', settings: { stock: 'ten-digits' } }],
  });
  const path = `/client/api/newOrder/${product}/params?playerId=${PLAYER}&order_uuid=${randomUUID()}`;
  const { json } = await account.api(path);
  orderId = (json as { data: { order_id: string } }).data.order_id;
  expect(json).toMatchObject({ data: { replay_api: [{ replay: [CODE] }] } });
  // The index of searches has both, too.
  await until(async () => (await shop.db.query('SELECT FROM order_search_values')).length === 2);
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

interface Dump {
  readonly texts: readonly string[];
  readonly bytes: readonly Buffer[];
}

/** All values of all tables, as who has the whole database but not SECRET_KEYS reads them. */
async function dumpOf(db: TestDatabase): Promise<Dump> {
  const tables = await db.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
     WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`,
  );
  const texts: string[] = [];
  const bytes: Buffer[] = [];
  for (const { name } of tables) {
    for (const row of await db.query(`SELECT * FROM ${name}`)) {
      for (const value of Object.values(row)) {
        if (Buffer.isBuffer(value)) bytes.push(value);
        else texts.push(JSON.stringify(value));
      }
    }
  }
  return { texts, bytes };
}

const parts = (bytes: Buffer, length: number): Buffer[] =>
  Array.from({ length: Math.max(0, bytes.length - length + 1) }, (_, at) =>
    bytes.subarray(at, at + length),
  );

/**
 * Which candidates the dump confirms: as a text, or by a hash that it holds of one of these, plain or with any bytes of the dump as salt
 * or as key.
 * @param spellings in which a candidate may have been hashed
 * @param known salts that are known from elsewhere
 */
function confirmed(
  { texts, bytes }: Dump,
  candidates: readonly string[],
  spellings: (candidate: string) => string[],
  known: readonly Buffer[] = [],
): string[] {
  const digests = new Set(
    bytes.flatMap((value) => parts(value, 32)).map((digest) => digest.toString('latin1')),
  );
  const salts = [
    ...known,
    Buffer.of(),
    ...bytes.flatMap((value) => [value, ...parts(value, 16), ...parts(value, 32)]),
  ];
  const isHashed = (text: string): boolean =>
    salts.some((salt) =>
      [
        createHash('sha256').update(salt).update(text).digest(),
        createHash('sha256').update(text).update(salt).digest(),
        createHmac('sha256', salt).update(text).digest(),
      ].some((digest) => digests.has(digest.toString('latin1'))),
    );
  return candidates.filter(
    (candidate) =>
      texts.some((text) => text.includes(candidate)) || spellings(candidate).some(isHashed),
  );
}

const ofCode = (code: string) => [code, JSON.stringify([code])];

describe('a dump without the secret keys', () => {
  it('confirms no delivered code, unless its salt is known', async () => {
    const dump = await dumpOf(shop.db);
    expect(confirmed(dump, CODES, ofCode)).toEqual([]);
    const salts = shop.service(CodeCommitments).salts(await openedOrder(shop, orderId));
    expect(salts).toHaveLength(16);
    expect(confirmed(dump, CODES, ofCode, [salts])).toEqual([CODE]);
  });

  it('confirms a player id until the salt of its fields is deleted, too', async () => {
    const [row] = await shop.db.query<{ text: string }>(
      'SELECT sent_fields::text AS text FROM orders WHERE order_id = $1',
      [orderId],
    );
    const ofPlayer = (player: string) => [player, row!.text.replace(PLAYER, player)];
    expect(confirmed(await dumpOf(shop.db), PLAYERS, ofPlayer)).toEqual([PLAYER]);
    await shop.db.query(
      `UPDATE orders SET sent_fields = '[]', fields = '{}', extra_parameters = '[]' WHERE order_id = $1`,
      [orderId],
    );
    const withSalt = await dumpOf(shop.db);
    expect(withSalt.texts.filter((text) => text.includes(PLAYER))).toEqual([]);
    expect(confirmed(withSalt, PLAYERS, ofPlayer)).toEqual([PLAYER]);
    await shop.db.query('UPDATE account_events SET salts = NULL WHERE order_id = $1', [orderId]);
    expect(confirmed(await dumpOf(shop.db), PLAYERS, ofPlayer)).toEqual([]);
    expect((await shop.service(EventVerificationService).verify()).faults).toEqual([]);
  });
});
