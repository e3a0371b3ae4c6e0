interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * The rows as they were before each change of the catalog, so that an earlier state of it can be made again, and the key of
 * the cursors that name such a state. The previous release ignores both, so it may run on this schema.
 */
export class FormerRows1795200000028 {
  async up(runner: Runner): Promise<void> {
    await runner.query(COLUMNS);
    await runner.query(noteCatalogChange(WITH_FORMER_ROWS));
    await runner.query(raiseCatalogRevisionFor(WITH_FORMER_ROWS));
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(raiseCatalogRevisionFor(FORMER));
    await runner.query(noteCatalogChange(FORMER));
    await runner.query(`
      ALTER TABLE database_history DROP COLUMN cursor_key;
      ALTER TABLE catalog_changes DROP COLUMN former;`);
  }
}

const COLUMNS = `
  -- The row before the change, as json and not jsonb, so that values of type json keep the order of their keys. JSON null
  -- if there was no such row; JSON false if the entry is about no change of a row; NULL if the row is unknown.
  ALTER TABLE catalog_changes ADD COLUMN former json;

  -- Authenticates the cursors of resellers. In no backup, since it belongs to the database rather than to its shop.
  ALTER TABLE database_history ADD COLUMN cursor_key bytea;
  ALTER TABLE database_history ALTER COLUMN cursor_key
    SET DEFAULT sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  UPDATE database_history SET cursor_key = DEFAULT;
  ALTER TABLE database_history ADD CONSTRAINT database_history_cursor_key_given CHECK (cursor_key IS NOT NULL);
`;

/** What differs between the trigger functions of this migration and those of 0017 and 0022. */
interface Variant {
  /** Notes a statement that changed at most 1,000 rows. */
  readonly noteRows: string;
  /** Deletes further entries than those of the last 10,000 revisions. */
  readonly cut: string;
  /** Notes the ids that were given. */
  readonly noteIds: string;
}

const WITH_FORMER_ROWS: Variant = {
  noteRows: `
      IF TG_OP = 'UPDATE' THEN
        INSERT INTO catalog_changes (revision, nonce, kind, id, former)
        SELECT present, present_nonce, TG_ARGV[0], id, coalesce(to_json(before), 'null')
        FROM changed_rows AS after FULL JOIN former_rows AS before USING (id);
      ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO catalog_changes (revision, nonce, kind, id, former)
        SELECT present, present_nonce, TG_ARGV[0], id, 'null' FROM changed_rows;
      ELSE
        INSERT INTO catalog_changes (revision, nonce, kind, id, former)
        SELECT present, present_nonce, TG_ARGV[0], id, to_json(before) FROM changed_rows AS before;
      END IF;`,
  // Small statements are not worth it: 10,000 of them note at most 200,000 rows.
  cut: `
    IF touched BETWEEN 21 AND 1000 THEN
      DELETE FROM catalog_changes
      WHERE revision < (SELECT revision FROM catalog_changes ORDER BY revision DESC OFFSET 20000 LIMIT 1);
    END IF;`,
  noteIds: `
    INSERT INTO catalog_changes (revision, nonce, kind, id, former)
    SELECT present, present_nonce, changed_kind, changed_id,
           CASE changed_kind WHEN 'everything' THEN NULL ELSE 'false'::json END
    FROM (SELECT DISTINCT unnest(ids) AS changed_id) AS changed;`,
};

const FORMER: Variant = {
  noteRows: `
      INSERT INTO catalog_changes (revision, nonce, kind, id)
      SELECT present, present_nonce, TG_ARGV[0], id FROM changed_rows;
      IF TG_OP = 'UPDATE' THEN
        INSERT INTO catalog_changes (revision, nonce, kind, id)
        SELECT present, present_nonce, TG_ARGV[0], id FROM former_rows
        WHERE id NOT IN (SELECT id FROM changed_rows);
      END IF;`,
  cut: '',
  noteIds: `
    INSERT INTO catalog_changes (revision, nonce, kind, id)
    SELECT DISTINCT present, present_nonce, changed_kind, unnest(ids);`,
};

function noteCatalogChange({ noteRows, cut }: Variant): string {
  return `
  CREATE OR REPLACE FUNCTION note_catalog_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    present bigint;
    present_nonce uuid;
    touched bigint := 1001;
  BEGIN
    IF TG_OP <> 'TRUNCATE' THEN
      SELECT count(*) INTO touched FROM (SELECT FROM changed_rows LIMIT 1001) AS first_rows;
      IF touched = 0 THEN
        RETURN NULL;
      END IF;
    END IF;
    UPDATE catalog_revision SET revision = revision + 1, nonce = gen_random_uuid()
    RETURNING revision, nonce INTO present, present_nonce;
    IF touched > 1000 THEN
      INSERT INTO catalog_changes (revision, nonce, kind) VALUES (present, present_nonce, 'everything');
    ELSE${noteRows}
    END IF;
    DELETE FROM catalog_changes WHERE revision <= present - 10000
      OR revision >= present AND nonce IS DISTINCT FROM present_nonce;${cut}
    PERFORM pg_notify('souk_revision', '');
    RETURN NULL;
  END $$;`;
}

function raiseCatalogRevisionFor({ noteIds }: Variant): string {
  return `
  CREATE OR REPLACE FUNCTION raise_catalog_revision_for(changed_kind text, ids integer[]) RETURNS void
  LANGUAGE plpgsql AS $$
  DECLARE
    present bigint;
    present_nonce uuid;
  BEGIN
    UPDATE catalog_revision SET revision = revision + 1, nonce = gen_random_uuid()
    RETURNING revision, nonce INTO present, present_nonce;${noteIds}
    DELETE FROM catalog_changes
    WHERE revision <= present - 10000
      OR revision >= present AND nonce IS DISTINCT FROM present_nonce;
    PERFORM pg_notify('souk_revision', '');
  END $$;`;
}
