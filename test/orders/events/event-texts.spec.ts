import * as fc from 'fast-check';
import { EventWalk } from '../../../src/account/events/event-verification.service.js';
import { READ_EVENTS } from '../../../src/account/events/event-reader.repository.js';
import type { ChainedEvent } from '../../../src/account/events/event-chain.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

/** Any text that PostgreSQL takes: control characters, quotes, every script, emoji, right to left, empty, long. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 100 }).map((text) => text.replaceAll('\0', '')),
  fc.constantFrom(
    '',
    '"',
    '\\',
    '\\"',
    'null',
    '\u0001\b\f\n\r\t\u001f\u007f\u2028</script>',
    'متجر 🎮👨‍👩‍👧',
  ),
  fc.constant('x'.repeat(5_000)),
);

const decimal = (digits: number, decimals: number) =>
  fc
    .bigInt({ min: 1n, max: 10n ** BigInt(digits) - 1n })
    .map((units) => String(units).padStart(decimals + 1, '0'))
    .map((text) => `${text.slice(0, -decimals)}.${text.slice(-decimals)}`);

const RECOMPUTED = `
  SELECT count(*)::integer AS wrong FROM account_events event
  WHERE hash <> sha256(previous_hash || convert_to(account_event_details(event), 'UTF8'))`;

let db: TestDatabase;

beforeAll(async () => {
  // A shop of its own: orders of any text are in it.
  db = await createTestDatabase();
  await db.query("INSERT INTO accounts (name) SELECT 'Acme' FROM generate_series(1, 3)");
});
afterAll(() => db.drop());

const ORDER = `
  INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity, total,
                      rehearsal, field_schema, sent_fields, fields, extra_parameters)
  SELECT $1::integer + part % 2, 'ID_' || substr(md5($2 || ' ' || part), 1, 16), $2, $3, $4, $5, $6, $7, $8, '[]', $9,
         '{}', '[]'
  FROM generate_series(1, 3) part`;

describe('events', () => {
  it('are hashed alike by both ways of the database and in TypeScript, whatever the texts', async () => {
    const row = fc.record({
      ...{ uuid: anyText, product: fc.integer({ min: 1 }), name: anyText },
      ...{ price: decimal(38, 18), quantity: decimal(28, 6), total: decimal(28, 8) },
      ...{
        rehearsal: fc.boolean(),
        fields: fc.dictionary(anyText, anyText),
        space: fc.constantFrom(0, 2),
      },
      reason: anyText,
    });
    let turn = 0;
    await fc.assert(
      fc.asyncProperty(row, async ({ fields, space, reason, ...order }) => {
        turn += 1;
        const { uuid, product, name, price, quantity, total, rehearsal } = order;
        const sent = JSON.stringify(fields, null, space);
        await db.query(ORDER, [
          ...[1 + (turn % 2), `${turn} ${uuid}`, product, name, price, quantity, total, rehearsal],
          sent,
        ]);
        await db.query(
          `UPDATE orders SET status = 'reject', decided_at = now(), reason_for_reseller = $1
           WHERE order_uuid = $2`,
          [reason, `${turn} ${uuid}`],
        );
      }),
      { numRuns: 100 },
    );
    const walk = new EventWalk();
    const events = await db.query<ChainedEvent & Record<string, unknown>>(READ_EVENTS, [
      0,
      '0',
      9,
      10_000,
    ]);
    for (const event of events) walk.follow(event);
    expect(walk).toMatchObject({ events: 600, faults: [] });
    expect(await db.query(RECOMPUTED)).toEqual([{ wrong: 0 }]);
  });

  it('are found by their index, although the table was known to be empty when the plan was made', async () => {
    // A shop of its own: its tables are empty.
    const empty = await createTestDatabase();
    await empty.query("INSERT INTO accounts (name) VALUES ('Acme')");
    await empty.query('VACUUM ANALYZE account_events');
    const orders = Array.from(
      { length: 50 },
      (_, at) => `
        INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity, total,
                            field_schema, sent_fields, fields, extra_parameters)
        VALUES (1, 'ID_' || substr(md5('${at}'), 1, 16), '${at}', 1, 'UC', 1, 1, 1, '[]', '[]', '{}', '[]')`,
    );
    await empty.query(`
      ${orders.join(';')};
      CREATE TABLE found AS SELECT seq_scan, idx_scan FROM pg_stat_xact_user_tables WHERE relname = 'account_events'`);
    expect(await empty.query('SELECT seq_scan::integer, idx_scan::integer FROM found')).toEqual([
      { seq_scan: 0, idx_scan: 50 },
    ]);
    await empty.drop();
  });
});
