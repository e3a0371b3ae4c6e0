interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Accounts that are suspended for orders alone. Servers of the release before do not know it, so the switch of request forms
 * guards it.
 */
export class SuspendedOrders1795200000057 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  ALTER TABLE accounts ADD COLUMN orders_suspended boolean NOT NULL DEFAULT false;

  CREATE TRIGGER accounts_suspension_raises_access_revision
    AFTER UPDATE OF orders_suspended ON accounts
    FOR EACH STATEMENT EXECUTE FUNCTION raise_access_revision();
`;

const DOWN = `
  DROP TRIGGER accounts_suspension_raises_access_revision ON accounts;
  ALTER TABLE accounts DROP COLUMN orders_suspended`;
