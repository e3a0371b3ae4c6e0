interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * An operator's token is found by its own creation, too, whose entry calls it `token`. The function is also made anew for shops
 * that ran the previous migration of it from a version between two releases, where it knew neither people nor recipients.
 */
export class CreatedTokenTargets1795200000064 {
  /** Else operators would wait for this transaction while the table is filled. */
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    await runner.query(targetsOf("coalesce(after ->> 'id', after ->> 'token')"));
    await runner.query(FILL);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(targetsOf("after ->> 'id'"));
  }
}

/** @param made where the completed entry names what was made */
const targetsOf = (made: string) => `
  CREATE OR REPLACE FUNCTION audit_targets_of(action text, details jsonb, after jsonb)
  RETURNS TABLE (target text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT DISTINCT kind || ' ' || left(thing, 200)
    FROM (
      SELECT CASE WHEN name = 'token' AND action LIKE 'operator token %' THEN 'operator-token'
                  ELSE regexp_replace(name, '_id$', '') END, value #>> '{}'
      FROM jsonb_each(CASE jsonb_typeof(details) WHEN 'object' THEN details ELSE '{}' END) told (name, value)
      WHERE jsonb_typeof(value) IN ('number', 'string')
      UNION ALL SELECT CASE WHEN action LIKE 'operator token %' THEN 'operator-token'
                            ELSE split_part(action, ' ', 1) END, ${made}
      UNION ALL SELECT CASE split_part(action, ' ', 1) WHEN 'operator' THEN 'operator' WHEN 'notify' THEN 'recipient'
                            WHEN 'supplier' THEN 'supplier' END, details ->> 'name'
      UNION ALL SELECT 'account', after ->> 'account_id'
    ) named (kind, thing)
    WHERE kind IN ('account', 'category', 'extension', 'group', 'import', 'operator', 'operator-token', 'order',
                   'product', 'recipient', 'stock', 'supplier', 'token')
      AND thing <> ''
  $$`;

const FILL = `
  INSERT INTO audit_targets (target, at, entry_id)
  SELECT named.target, entry.at, entry.id
  FROM audit_entries entry
       CROSS JOIN LATERAL audit_targets_of(entry.action, entry.details, entry.after) named
  ON CONFLICT DO NOTHING`;
