interface Runner {
  query(sql: string): Promise<unknown>;
}

/** The reason of a rejection that the reseller reads; `decision_note` stays for the operator. */
export class ReasonForReseller1795200000016 {
  async up(runner: Runner): Promise<void> {
    await runner.query(`
      ALTER TABLE orders
        -- Null for orders that were rejected before this column existed.
        ADD COLUMN reason_for_reseller text,
        ADD CONSTRAINT orders_reason_when_rejected
          CHECK (reason_for_reseller IS NULL OR status = 'reject')`);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('ALTER TABLE orders DROP COLUMN reason_for_reseller');
  }
}
