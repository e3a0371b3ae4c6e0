interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Accepted orders that are paid back, whole or in part: ledger entries of a kind of their own, and their sum with the
 * order. Servers of the previous release insert orders without the column, and know no such entry; they read both over.
 */
export class OrderReversals1795200000030 {
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    await runner.query(REFUNDED);
    await runner.query(REFUNDED_RULE);
    await runner.query('ALTER TABLE orders VALIDATE CONSTRAINT orders_refunded_of_accepted');
    await runner.query(ENTRY_RULES);
    await runner.query(VALIDATE_ENTRY_RULES);
    // The new index before the old one goes, so that no order can be charged or refunded twice in between.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS ledger_entries_order_movement_key');
    await runner.query(MOVEMENT_KEY);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS ledger_entries_order_key');
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(FORMER_MOVEMENT_KEY);
    await runner.query('DROP INDEX ledger_entries_order_movement_key');
    await runner.query(FORMER_ENTRY_RULES);
    await runner.query('ALTER TABLE orders DROP COLUMN refunded');
  }
}

/** USD that reversals have paid back. */
const REFUNDED = `
  ALTER TABLE orders ADD COLUMN IF NOT EXISTS refunded numeric(28,8) NOT NULL DEFAULT 0`;

/** NaN is above all numbers, so it is not at most the total. */
const REFUNDED_RULE = `
  ALTER TABLE orders
    DROP CONSTRAINT IF EXISTS orders_refunded_of_accepted,
    ADD CONSTRAINT orders_refunded_of_accepted CHECK (
      refunded = 0 OR (refunded > 0 AND refunded <= total AND status = 'accept' AND NOT rehearsal)
    ) NOT VALID`;

const ENTRY_RULES = `
  ALTER TABLE ledger_entries
    DROP CONSTRAINT IF EXISTS ledger_entries_kind_known,
    DROP CONSTRAINT IF EXISTS ledger_entries_order_given,
    DROP CONSTRAINT IF EXISTS ledger_entries_reversal_explained,
    ADD CONSTRAINT ledger_entries_kind_known
      CHECK (kind IN ('deposit', 'debit', 'refund', 'adjustment', 'reversal')) NOT VALID,
    ADD CONSTRAINT ledger_entries_order_given
      CHECK ((kind IN ('debit', 'refund', 'reversal')) = (order_id IS NOT NULL)) NOT VALID,
    ADD CONSTRAINT ledger_entries_reversal_explained
      CHECK (kind <> 'reversal' OR (note <> '' AND reference IS NOT NULL)) NOT VALID`;

const VALIDATE_ENTRY_RULES = `
  ALTER TABLE ledger_entries
    VALIDATE CONSTRAINT ledger_entries_kind_known,
    VALIDATE CONSTRAINT ledger_entries_order_given,
    VALIDATE CONSTRAINT ledger_entries_reversal_explained`;

/**
 * One debit and at most one refund for each order, and any number of reversals. One index for all of them, because every
 * new order writes each index of this table.
 */
const MOVEMENT_KEY = `
  CREATE UNIQUE INDEX CONCURRENTLY ledger_entries_order_movement_key
  ON ledger_entries (account_id, order_id, kind, (CASE kind WHEN 'reversal' THEN sequence ELSE 0 END))
  WHERE order_id IS NOT NULL`;

const FORMER_MOVEMENT_KEY = `
  CREATE UNIQUE INDEX ledger_entries_order_key ON ledger_entries (account_id, order_id, kind)
  WHERE order_id IS NOT NULL`;

const FORMER_ENTRY_RULES = `
  ALTER TABLE ledger_entries
    DROP CONSTRAINT ledger_entries_reversal_explained,
    DROP CONSTRAINT ledger_entries_order_given,
    DROP CONSTRAINT ledger_entries_kind_known,
    ADD CONSTRAINT ledger_entries_kind_known
      CHECK (kind IN ('deposit', 'debit', 'refund', 'adjustment')),
    ADD CONSTRAINT ledger_entries_order_given
      CHECK ((kind IN ('debit', 'refund')) = (order_id IS NOT NULL))`;
