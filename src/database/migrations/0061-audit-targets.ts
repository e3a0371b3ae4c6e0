interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Which things each entry of the audit is about, so that all changes of one thing are read by an index. They follow from
 * what the entry tells, so entries of before are found, too.
 */
export class AuditTargets1795200000061 {
  /** Else operators would wait for the lock of the trigger while the table is filled. */
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    for (const statement of [TABLE, TARGETS_OF, NOTE_TARGETS, TRIGGER, FILL]) {
      await runner.query(statement);
    }
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TRIGGER audit_entries_note_targets ON audit_entries');
    await runner.query('DROP FUNCTION note_audit_targets()');
    await runner.query('DROP FUNCTION audit_targets_of(text, jsonb, jsonb)');
    await runner.query('DROP TABLE audit_targets');
  }
}

const TABLE = `
  CREATE TABLE IF NOT EXISTS audit_targets (
    -- Kind and id or name, such as \`group 2\` or \`supplier acme\`.
    target text COLLATE "C" NOT NULL,
    -- Of the entry.
    at timestamptz NOT NULL,
    entry_id bigint NOT NULL,
    PRIMARY KEY (target, at, entry_id)
  )`;

/**
 * What the details name, by the kind or by its id; what was changed or made, by the first word of the action; people,
 * recipients and suppliers by their name, where the details tell nothing else; and the account of a token. An index takes no
 * long texts.
 */
const TARGETS_OF = `
  CREATE OR REPLACE FUNCTION audit_targets_of(action text, details jsonb, after jsonb)
  RETURNS TABLE (target text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT DISTINCT kind || ' ' || left(thing, 200)
    FROM (
      SELECT CASE WHEN name = 'token' AND action LIKE 'operator token %' THEN 'operator-token'
                  ELSE regexp_replace(name, '_id$', '') END, value #>> '{}'
      FROM jsonb_each(CASE jsonb_typeof(details) WHEN 'object' THEN details ELSE '{}' END) told (name, value)
      WHERE jsonb_typeof(value) IN ('number', 'string')
      UNION ALL SELECT CASE WHEN action LIKE 'operator token %' THEN 'operator-token'
                            ELSE split_part(action, ' ', 1) END, after ->> 'id'
      UNION ALL SELECT CASE split_part(action, ' ', 1) WHEN 'operator' THEN 'operator' WHEN 'notify' THEN 'recipient'
                            WHEN 'supplier' THEN 'supplier' END, details ->> 'name'
      UNION ALL SELECT 'account', after ->> 'account_id'
    ) named (kind, thing)
    WHERE kind IN ('account', 'category', 'extension', 'group', 'import', 'operator', 'operator-token', 'order',
                   'product', 'recipient', 'stock', 'supplier', 'token')
      AND thing <> ''
  $$`;

/**
 * It has the rights of its owner: while this migration runs, servers of the previous release write entries, and new tables
 * are granted only afterwards.
 */
const NOTE_TARGETS = `
  CREATE OR REPLACE FUNCTION note_audit_targets() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    INSERT INTO public.audit_targets (target, at, entry_id)
    SELECT target, NEW.at, NEW.id
    FROM public.audit_targets_of(NEW.action, NEW.details, NEW.after)
    ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`;

/** What is made has its id when the entry is completed. */
const TRIGGER = `
  CREATE OR REPLACE TRIGGER audit_entries_note_targets AFTER INSERT OR UPDATE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION note_audit_targets()`;

const FILL = `
  INSERT INTO audit_targets (target, at, entry_id)
  SELECT named.target, entry.at, entry.id
  FROM audit_entries entry
       CROSS JOIN LATERAL audit_targets_of(entry.action, entry.details, entry.after) named
  ON CONFLICT DO NOTHING`;
