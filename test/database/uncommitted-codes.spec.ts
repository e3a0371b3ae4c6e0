import { CodeCommitments1795200000075 } from '../../src/database/migrations/0075-code-commitments.js';
import { createTestDatabase } from '../support/test-database.js';

it('orders that were given codes between the migrations of events and commitments are committed later', async () => {
  // A shop of its own: a migration is undone, and runs again when there are orders.
  const database = await createTestDatabase();
  const migration = new CodeCommitments1795200000075();
  const owner = { query: (sql: string) => database.query(sql) };
  await migration.down(owner);
  await database.query(`
    INSERT INTO accounts (name) VALUES ('Acme');
    INSERT INTO orders (account_id, order_id, order_uuid, product_id, product_name, unit_price, quantity, total,
                        field_schema, sent_fields, fields, extra_parameters, status, decided_by, decided_at, delivered_codes)
    SELECT 1, 'ID_000000000000000' || n, n, 1, 'UC', 1, 1, 1, '[]', '[]', '{}', '[]', 'accept', 'handler:x', now(),
           CASE n WHEN 1 THEN '{CODE}'::text[] END
    FROM generate_series(1, 2) n`);

  await migration.up(owner);

  expect(await database.query('SELECT order_id FROM uncommitted_codes')).toEqual([
    { order_id: 'ID_0000000000000001' },
  ]);
  await database.drop();
});
