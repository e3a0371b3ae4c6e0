import { SecretBox } from '../../src/common/secret-box.js';
import { migrate } from '../../src/database/migrate.js';
import { MIGRATIONS } from '../support/migrations.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const FORMER = MIGRATIONS.slice(
  0,
  MIGRATIONS.findIndex(({ name }) => name.startsWith('CodesPerPiece')),
);

let db: TestDatabase;

beforeEach(async () => {
  // A shop of its own: it is migrated from the schema of a release before.
  db = await createTestDatabase({ empty: true });
  await migrate(db.directUrl, { migrations: FORMER });
  await db.query("INSERT INTO accounts (name, balance) VALUES ('Acme', 0)");
  await db.query("INSERT INTO categories (id, name, position) VALUES (1, 'UC', 1)");
});
afterEach(() => db.drop());

let orders = 0;

/** An order that was accepted with codes, which may lie open in the database. */
async function accepted(
  product: number,
  quantity: string,
  { sealed, open }: { readonly sealed?: readonly string[]; readonly open?: readonly string[] },
): Promise<void> {
  const id = `ID_${String(++orders).padStart(16, '0')}`;
  const box = new SecretBox([Buffer.alloc(32, 7)]);
  await db.query(
    `WITH product AS (
       INSERT INTO products (id, category_id, name, price, position, fields, fulfillment, product_type)
       VALUES ($2, 1, 'P', 1, $2, '[]', '[]', 'amount') ON CONFLICT DO NOTHING
     )
     INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity, total,
                         field_schema, sent_fields, fields, extra_parameters, status, decided_at, delivered_codes, sealed_codes)
     VALUES (1, $1, $1, $2, 'P', 1, $3, 1, '[]', '[]', '{}', '[]', 'accept', now(), $4, $5)`,
    [id, product, quantity, open ?? null, sealed ? box.encrypt(JSON.stringify(sealed), id) : null],
  );
}

const codes = (count: number): string[] =>
  Array.from({ length: count }, (_, number) => `C-${number}`);

it('products go on to deliver as many codes a piece as they have delivered before', async () => {
  await accepted(1, '1', { sealed: codes(1) });
  await accepted(2, '1', { open: codes(33) });
  await accepted(3, '2.5', { open: codes(90) });
  await accepted(4, '1', { sealed: codes(50) });
  await accepted(5, '1', { sealed: codes(5_000) });
  await migrate(db.directUrl);

  const rows = await db.query<{ id: number; codes: number }>(
    'SELECT id, codes_per_piece AS codes FROM products ORDER BY id',
  );
  const [one, two, three, four, five] = rows.map((row) => row.codes);
  expect([one, two, three, five]).toEqual([20, 33, 30, 1_000]);
  // Of sealed codes only the length is known.
  expect(four).toBeGreaterThanOrEqual(50);
  expect(await db.query('SELECT FROM products WHERE delivers_codes IS NOT NULL')).toEqual([]);
});
