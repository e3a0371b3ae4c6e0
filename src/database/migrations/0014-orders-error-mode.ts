interface Runner {
  query(sql: string): Promise<unknown>;
}

/** A third mode for the HTTP status of errors. */
export class OrdersErrorMode1795200000014 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  ALTER TABLE accounts DROP CONSTRAINT accounts_error_http_status_known,
    ADD CONSTRAINT accounts_error_http_status_known
      CHECK (error_http_status IN ('semantic', 'always-200', 'orders-200'));
`;

// Accounts in the new mode keep the errors of their orders at 200.
const DOWN = `
  UPDATE accounts SET error_http_status = 'always-200' WHERE error_http_status = 'orders-200';
  ALTER TABLE accounts DROP CONSTRAINT accounts_error_http_status_known,
    ADD CONSTRAINT accounts_error_http_status_known
      CHECK (error_http_status IN ('semantic', 'always-200'));
`;
