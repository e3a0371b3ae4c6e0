interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Codes that were handed out, and whose import a failover has lost, are in stock as sold, so that a change of keys makes their
 * hashes anew. Hashes alone could not be.
 */
export class LostCodesInStock1795200000060 {
  async up(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE lost_codes');
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

/** As migration 0059 has made it. */
const DOWN = `
  CREATE TABLE lost_codes (
    code_hash bytea PRIMARY KEY,
    noted_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT lost_codes_code_hash_is_sha256 CHECK (octet_length(code_hash) = 32)
  );
`;
