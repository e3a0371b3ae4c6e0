interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * No two orders of the shop have one id, whoever made it; and the keys of all accounts are found in the index that refuses the second
 * order of a key. So `order_search_keys`, which servers of the release before go on to fill, is read by no server of this one; a later
 * release drops it, and the columns of `order_search_state` that are about keys.
 */
export class OrderedIds1795200000080 {
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    if (!(await isThere(runner, isBuilt('orders_order_id_key')))) {
      await runner.query('DROP INDEX CONCURRENTLY IF EXISTS orders_order_id_key');
      await runner.query(
        'CREATE UNIQUE INDEX CONCURRENTLY orders_order_id_key ON orders (order_id)',
      );
    }
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS orders_order_id_idx');
    if (!(await isThere(runner, KEYS_ARE_TURNED))) {
      // A key is refused by both meanwhile, so at no moment can an account use it twice. It stays where only the lock was not granted.
      if (!(await isThere(runner, isBuilt('order_keys_by_uuid')))) {
        await runner.query('DROP INDEX CONCURRENTLY IF EXISTS order_keys_by_uuid');
        await runner.query(
          'CREATE UNIQUE INDEX CONCURRENTLY order_keys_by_uuid ON order_keys (order_uuid, account_id)',
        );
      }
      await runner.query(`
        ALTER TABLE order_keys DROP CONSTRAINT order_keys_pkey,
          ADD CONSTRAINT order_keys_pkey PRIMARY KEY USING INDEX order_keys_by_uuid`);
    }
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS order_keys_sealed');
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(
      'CREATE INDEX order_keys_sealed ON order_keys (order_uuid, account_id) WHERE order_id IS NULL',
    );
    await runner.query(`
      ALTER TABLE order_keys DROP CONSTRAINT order_keys_pkey,
        ADD CONSTRAINT order_keys_pkey PRIMARY KEY (account_id, order_uuid)`);
    await runner.query('CREATE INDEX orders_order_id_idx ON orders (order_id)');
    await runner.query('DROP INDEX orders_order_id_key');
  }
}

const isBuilt = (index: string): string =>
  `SELECT FROM pg_index WHERE indexrelid = to_regclass('${index}') AND indisvalid`;

/** The column that stands first in the primary key. */
const KEYS_ARE_TURNED = `
  SELECT FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
  WHERE indexrelid = to_regclass('order_keys_pkey') AND attname = 'order_uuid'`;

async function isThere(runner: Runner, sql: string): Promise<boolean> {
  const found = (await runner.query(sql)) as { readonly rows?: readonly unknown[] };
  return found.rows?.length === 1;
}
