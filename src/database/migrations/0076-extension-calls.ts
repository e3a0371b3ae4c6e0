interface Runner {
  query(sql: string): Promise<unknown>;
}

/** What extensions may do in the shop, and what they have done, by the keys under which each call is executed once. */
export class ExtensionCalls1795200000076 {
  async up(runner: Runner): Promise<void> {
    await runner.query(`
      ALTER TABLE extensions
        -- The methods of Shop that it may call, as it declares them.
        ADD COLUMN uses text[] NOT NULL DEFAULT '{}',
        -- USD that it may add to balances within 24 hours; null for any amount.
        ADD COLUMN deposits_a_day numeric(28, 8)
          CONSTRAINT extensions_deposits_a_day_is_number
            CHECK (deposits_a_day <> 'NaN' AND deposits_a_day >= 0);
      CREATE TABLE extension_calls (
        extension text NOT NULL,
        -- Chosen by the extension.
        key text NOT NULL CONSTRAINT extension_calls_key_check CHECK (char_length(key) BETWEEN 1 AND 100),
        method text NOT NULL,
        -- Which secret, and HMAC-SHA-256 of the input by it, which may hold codes.
        input_hash bytea NOT NULL,
        -- Without secrets.
        answer jsonb NOT NULL DEFAULT '{}',
        -- USD that it has added to balances; null for what adds none.
        added numeric(28, 8) CONSTRAINT extension_calls_added_is_number CHECK (added <> 'NaN'),
        at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (extension, key)
      );
      -- What an extension has added within a day.
      CREATE INDEX extension_calls_added_idx ON extension_calls (extension, at) WHERE added IS NOT NULL`);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(`
      DROP TABLE extension_calls;
      ALTER TABLE extensions DROP COLUMN uses, DROP COLUMN deposits_a_day`);
  }
}
