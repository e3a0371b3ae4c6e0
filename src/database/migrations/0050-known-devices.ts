interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Devices that are known from an earlier sign-in, and links that sign an operator in. Servers of the previous release ignore
 * all of it; a link that they are given sets a password, as all links did.
 */
export class KnownDevices1795200000050 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  CREATE TABLE sign_in_state (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    -- Proves the cookies of known devices and the links of operators. In no backup.
    key bytea NOT NULL CHECK (octet_length(key) = 32),
    -- When a request had X-Forwarded-For last although no proxy is trusted; noted once a day.
    forwarded_at timestamptz
  );
  -- A device that is known from before the last change of the password is known no more.
  ALTER TABLE operators ADD COLUMN device_generation integer NOT NULL DEFAULT 0;
  -- Whether the link signs its operator in, instead of setting the password.
  ALTER TABLE operator_links ADD COLUMN signs_in boolean NOT NULL DEFAULT false`;

const DOWN = `
  ALTER TABLE operator_links DROP COLUMN signs_in;
  ALTER TABLE operators DROP COLUMN device_generation;
  DROP TABLE sign_in_state`;
