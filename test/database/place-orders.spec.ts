import type { QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/data-source-options.js';
import { Database } from '../../src/database/database.js';
import { READ_REVISIONS, type Revisions } from '../../src/database/revision/revisions.js';
import type { DeliveredCodes } from '../../src/orders/delivered-codes.js';
import type { OrderToInsert } from '../../src/orders/order.entity.js';
import { OrderRepository, type OrderToPlace } from '../../src/orders/order.repository.js';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

/** Records each key when it is claimed; a row trigger runs in the order in which rows are written. */
const NOTE_CLAIMS = `
  CREATE TABLE noted_claims (place serial PRIMARY KEY, account_id integer, order_uuid text);
  GRANT INSERT ON noted_claims TO PUBLIC;
  GRANT USAGE ON SEQUENCE noted_claims_place_seq TO PUBLIC;
  CREATE FUNCTION note_claim() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO noted_claims (account_id, order_uuid) VALUES (NEW.account_id, NEW.order_uuid);
    RETURN NEW;
  END $$;
  CREATE TRIGGER note_claim BEFORE INSERT ON order_keys FOR EACH ROW EXECUTE FUNCTION note_claim()`;

/** A collation that many databases have, with another order than that of bytes. */
const SORT_AS_PEOPLE_DO = `
  ALTER TYPE new_order ALTER ATTRIBUTE key SET DATA TYPE text COLLATE "en-x-icu"`;

const IN_AN_HOUR = Date.now() / 1000 + 3_600;

let db: TestDatabase;
let source: DataSource;
let orders: OrderRepository;
let accounts: number[];
let product: number;
let seen: OrderToPlace['seen'];
let count = 0;

beforeAll(async () => {
  // A shop of its own: a trigger notes all claims, and a type has another collation.
  db = await createTestDatabase();
  await db.query(NOTE_CLAIMS);
  await db.query(SORT_AS_PEOPLE_DO);
  const rows = new ShopRows(db);
  product = await rows.product();
  const made = [await rows.account({ balance: '100' }), await rows.account({ balance: '100' })];
  accounts = made.map(({ id }) => id);
  const settings = { url: db.url, poolSize: 1, statementTimeout: true };
  source = await new DataSource(dataSourceOptions(settings)).initialize();
  orders = new OrderRepository(new Database(source), {} as DeliveredCodes);
  seen = await present();
});
beforeEach(() => db.query('TRUNCATE noted_claims'));
afterAll(async () => {
  await source.destroy();
  await db.drop();
});

function ordered(accountId: number, orderUuid: string): OrderToPlace {
  const orderId = `ID_${String(++count).padStart(16, '0')}`;
  const amounts = { unitPrice: '1', quantity: '1', total: '1' };
  const names = { accountId, orderId, orderUuid, productId: product, productName: 'UC' };
  const fields = { fieldSchema: [], sentFields: {}, fields: {}, extraParameters: {}, via: [] };
  return { order: { ...names, ...amounts, ...fields } as unknown as OrderToInsert, seen };
}

async function present(): Promise<OrderToPlace['seen']> {
  const [revisions] = await db.query<Revisions & QueryResultRow>(READ_REVISIONS);
  return revisions!;
}

async function claims(): Promise<unknown[]> {
  const rows = await db.query<{ account_id: number; order_uuid: string }>(
    'SELECT account_id, order_uuid FROM noted_claims ORDER BY place',
  );
  return rows.map((row) => [accounts.indexOf(row.account_id), row.order_uuid]);
}

/** By bytes: that order is the same in the server and in every database. */
const KEYS = ['B', '_c', 'a', 'b', 'é', '日'];

describe('orders that are placed in one statement', () => {
  // Two statements that claim the same keys in different orders would wait for each other.
  it('claim their keys by account and then by the bytes of the key, however they come', async () => {
    const [one = 0, other = 0] = accounts;
    const batch = [...KEYS.toReversed().map((key) => ordered(other, key)), ordered(one, 'z')];
    expect((await orders.placeAtOnce(batch, 'api', IN_AN_HOUR)).size).toBe(batch.length);
    expect(await claims()).toEqual([[0, 'z'], ...KEYS.map((key) => [1, key])]);
  });

  it('claim them in the order in which keys are sealed', async () => {
    const [one = 0] = accounts;
    await orders.sealKeys(
      one,
      KEYS.toReversed().map((key) => `sealed ${key}`),
    );
    expect(await claims()).toEqual(KEYS.map((key) => [0, `sealed ${key}`]));
  });

  it.each(['catalog', 'access'] as const)(
    'are not placed when the %s was changed, and its revision has the same number again',
    async (kind) => {
      const [one = 0] = accounts;
      const isPlaced = async (key: string) =>
        (await orders.placeAtOnce([ordered(one, `${kind} ${key}`)], 'api', IN_AN_HOUR)).size === 1;
      expect(await isPlaced('before')).toBe(true);
      await db.query(`UPDATE ${kind}_revision SET nonce = DEFAULT`);
      expect(await isPlaced('after')).toBe(false);
      expect(await claims()).toEqual([[0, `${kind} before`]]);
      seen = await present();
      expect(await isPlaced('again')).toBe(true);
    },
  );

  it('are placed by the previous release, which names no request', async () => {
    const [one = 0] = accounts;
    const { order } = ordered(one, 'previous release');
    const row = {
      seen_catalog: seen.catalog,
      seen_access: seen.access,
      payer: one,
      key: order.orderUuid,
      id: order.orderId,
      product,
      label: 'UC',
      price: '1',
      units: '1',
      amount: '1',
      asked_fields: [],
      fields_as_sent: [],
      fields_compared: {},
      extras: [],
      via: [],
    };
    const placed = (given: object) =>
      source.query<unknown[]>(
        `SELECT place_orders($1, 'api', now() + interval '1 hour') AS placed FROM lock_access_revision()`,
        [JSON.stringify([given])],
      );
    expect(await placed({ ...row, seen_access: '0' })).toEqual([{ placed: [] }]);
    expect(await placed(row)).toEqual([{ placed: [order.orderId] }]);
    expect(await originOf(order.orderId)).toEqual({ caller_address: null, request_id: null });
  });

  it('keep from where they were placed, each its own', async () => {
    const [one = 0, other = 0] = accounts;
    const origins = [
      { callerAddress: '203.0.113.9', requestId: 'r-1' },
      { callerAddress: '2001:db8::1', requestId: 'r-2' },
      { callerAddress: null, requestId: 'r-3' },
    ];
    const batch = origins.map((origin, index) => {
      const { order } = ordered(index === 1 ? other : one, `origin ${index}`);
      return { order: { ...order, ...origin }, seen };
    });
    expect((await orders.placeAtOnce(batch, 'api', IN_AN_HOUR)).size).toBe(3);
    for (const { order } of batch) {
      const { callerAddress: caller_address, requestId: request_id } = order;
      expect(await originOf(order.orderId)).toEqual({ caller_address, request_id });
    }
  });
});

async function originOf(orderId: string): Promise<unknown> {
  const [row] = await db.query(
    'SELECT caller_address, request_id FROM orders WHERE order_id = $1',
    [orderId],
  );
  return row;
}
