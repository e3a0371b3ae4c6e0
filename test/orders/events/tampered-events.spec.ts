import { randomBytes } from 'node:crypto';
import { EventVerificationService } from '../../../src/account/events/event-verification.service.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { forgeEvents } from '../../support/account-events.js';
import { place } from '../../support/book-pages.js';
import { acceptedOrder, asked, reversalsOf } from '../../support/reversals.js';
import { startTestShop, type TestAccount, type TestShop } from '../../support/test-shop.js';

let shop: TestShop;
let account: TestAccount;
/** The account's third and last order, which is rejected. */
let last: string;

const faults = async () => (await shop.service(EventVerificationService).verify()).faults;

beforeAll(async () => {
  // A shop of its own: triggers are switched off, and the events of the whole shop are wrong.
  shop = await startTestShop();
  account = await shop.account({ balance: '100' });
  const other = await shop.account({ balance: '100' });
  const { orderId } = await acceptedOrder(shop, account);
  await reversalsOf(shop).reverse(orderId, asked('2', 'case-1'));
  await acceptedOrder(shop, other);
  const product = await shop.product({ price: '5', fields: ['playerId'] });
  [last] = await place(account, product);
  await shop.service(OrderCloseService).reject(last, { reason: 'sold out', actor: 'operator:x' });
  expect(await faults()).toEqual([]);
});
afterAll(() => shop.close());

/** What the verification says while the statements have been executed. */
async function told(...statements: string[]): Promise<readonly string[]> {
  await shop.db.query('CREATE TABLE kept_events AS TABLE account_events');
  await shop.db.query('CREATE TABLE kept_orders AS TABLE orders');
  await shop.db.query('CREATE TABLE kept_entries AS TABLE ledger_entries');
  try {
    await forgeEvents(shop.db, ...statements);
    return await faults();
  } finally {
    await forgeEvents(
      shop.db,
      ...[
        ['account_events', 'kept_events'],
        ['orders', 'kept_orders'],
        ['ledger_entries', 'kept_entries'],
      ].flatMap(([table, kept]) => [
        `DELETE FROM ${table}`,
        `INSERT INTO ${table} SELECT * FROM ${kept}`,
        `DROP TABLE ${kept}`,
      ]),
    );
  }
}

const number = (value: number) => `account_id = ${account.id} AND number = ${value}`;
const HASHED = 'what it tells is not what was hashed';
const LINK = 'it does not carry the hash of the event before it';
const TEXTS = 'the texts of its order are not those that it has committed to';

describe('the verification of events', () => {
  /** The events: 1 placed, 2 accepted, 3 reversed, 4 placed, 5 rejected. */
  it.each([
    ['type', 2, "'codes'", HASHED],
    ['order_id', 2, "'ID_0000000000000000'", HASHED],
    ['created_at', 2, "created_at + interval '1 microsecond'", HASHED],
    ['amount', 3, 'amount + 0.00000001', HASHED],
    ['commitments', 1, "sha256('x')", HASHED],
    ['salts', 1, "substring(sha256('x') for 16)", TEXTS],
    ['salts', 3, "sha256('x')", TEXTS],
    ['previous_hash', 3, "sha256('x')", LINK],
    ['hash', 3, "sha256('x')", HASHED],
  ])('finds a changed %s of event %s', async (column, at, value, fault) => {
    const change = `UPDATE account_events SET ${column} = ${value} WHERE ${number(at)}`;
    expect(await told(change)).toContain(`account ${account.id} event ${at}: ${fault}`);
  });

  it.each([
    ['order_uuid', "'x'"],
    ['product_id', '1'],
    ['product_name', "'61 UC'"],
    ['quantity', '2'],
    ['unit_price', 'unit_price + 0.000000000000000001'],
    ['total', 'total + 0.00000001'],
    ['rehearsal', 'true'],
    ['created_at', "'2020-01-01Z'"],
  ])('finds a changed %s of the order', async (column, value) => {
    const change = `UPDATE orders SET ${column} = ${value} WHERE order_id = '${last}'`;
    const isHashed = column !== 'created_at';
    expect(await told(change)).toEqual(
      isHashed ? [`account ${account.id} event 4: ${HASHED}`] : [],
    );
  });

  it.each([
    ['sent_fields', `UPDATE orders SET sent_fields = '{"playerId": "8"}' WHERE order_id = `, 4],
    ['reason', `UPDATE orders SET reason_for_reseller = 'away' WHERE order_id = `, 5],
  ])('finds a changed %s', async (_, change, at) => {
    expect(await told(`${change} '${last}'`)).toEqual([
      `account ${account.id} event ${at}: ${TEXTS}`,
    ]);
  });

  it.each(['reference', 'note'])('finds a changed %s of a reversal', async (column) => {
    const change = `UPDATE ledger_entries SET ${column} = 'x' WHERE kind = 'reversal'`;
    expect(await told(change)).toEqual([`account ${account.id} event 3: ${TEXTS}`]);
  });

  it('finds events that are missing, doubled or exchanged', async () => {
    expect(await told(`DELETE FROM account_events WHERE ${number(1)}`)).toEqual([
      `account ${account.id} event 1: it is missing`,
    ]);
    expect(await told(`DELETE FROM account_events WHERE ${number(2)}`)).toEqual([
      `account ${account.id} event 2: it is missing`,
    ]);
    const exchanged = await told(
      `UPDATE account_events SET number = 9 WHERE ${number(2)}`,
      `UPDATE account_events SET number = 2 WHERE ${number(3)}`,
      `UPDATE account_events SET number = 3 WHERE ${number(9)}`,
    );
    expect(exchanged).toEqual([`account ${account.id} event 2: ${LINK}`]);
    const doubled = await told(
      `INSERT INTO account_events SELECT account_id, 6, type, order_id, created_at, amount, salts, commitments,
                                         hash, sha256('x') FROM account_events WHERE ${number(5)}`,
    );
    expect(doubled).toEqual([`account ${account.id} event 6: ${HASHED}`]);
  });

  it('finds an order that has no event, and a decision that has none', async () => {
    const id = `ID_${randomBytes(8).toString('hex')}`;
    const later = "now() + interval '1 hour'";
    const order = `
      INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity, total,
                          field_schema, sent_fields, fields, extra_parameters, created_at, status, decided_at)
      VALUES (${account.id}, '${id}', 'x', 1, 'UC', 0, 1, 0, '[]', '[]', '{}', '[]', ${later}, 'accept', ${later})`;
    expect(await told(order)).toEqual([
      `account ${account.id} order ${id}: there is no event that it was accepted`,
      `account ${account.id} order ${id}: there is no event that it was placed`,
    ]);
  });

  it('lets salts be erased, and everything else verifies', async () => {
    expect(await told('UPDATE account_events SET salts = NULL')).toEqual([]);
    const change = `UPDATE account_events SET salts = NULL`;
    expect(await told(change, `UPDATE orders SET quantity = 2 WHERE order_id = '${last}'`)).toEqual(
      [`account ${account.id} event 4: ${HASHED}`],
    );
  });
});

describe('a new event', () => {
  it.each([
    ['number', '5'],
    ['number', '7'],
    ['previous_hash', "sha256('x')"],
    ['hash', "sha256('x')"],
    ['hash', `convert_to('"accepted", and a text that is longer than a hash]', 'UTF8')`],
  ])('cannot be given another %s, such as %s', async (column, value) => {
    const insert = shop.db.query(
      `INSERT INTO account_events (account_id, type, order_id, ${column})
       VALUES (${account.id}, 'accepted', '${last}', ${value})`,
    );
    await expect(insert).rejects.toThrow(/does not follow|has the hash of another event/);
  });
});
