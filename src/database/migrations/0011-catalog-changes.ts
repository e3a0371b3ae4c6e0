interface Runner {
  query(sql: string): Promise<unknown>;
}

/** The items that each catalog revision has changed, so that an instance need not read the whole catalog again. */
export class CatalogChanges1795200000011 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
    for (const [table, kind] of TABLES) await runner.query(triggers(table, kind));
  }

  async down(runner: Runner): Promise<void> {
    for (const [table] of TABLES) await runner.query(formerTriggers(table));
    await runner.query('DROP FUNCTION note_catalog_change(); DROP TABLE catalog_changes');
  }
}

const TABLES = [
  ['categories', 'category'],
  ['products', 'product'],
  ['visibility_rules', 'visibility_rule'],
  ['price_rules', 'price_rule'],
] as const;

const UP = `
  CREATE TABLE catalog_changes (
    revision bigint NOT NULL,
    -- 'everything' for a change of too many items to be listed.
    kind text NOT NULL,
    id integer NOT NULL DEFAULT 0
  );
  CREATE INDEX catalog_changes_revision_idx ON catalog_changes (revision);

  -- Raises the revision, records the changed items, and notifies listeners; does nothing for a statement that changed
  -- no row. The last 10,000 revisions are kept.
  CREATE FUNCTION note_catalog_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    present bigint;
    touched bigint := 1001;
  BEGIN
    IF TG_OP <> 'TRUNCATE' THEN
      SELECT count(*) INTO touched FROM (SELECT FROM changed_rows LIMIT 1001) AS first_rows;
      IF touched = 0 THEN
        RETURN NULL;
      END IF;
    END IF;
    UPDATE catalog_revision SET revision = revision + 1 RETURNING revision INTO present;
    IF touched > 1000 THEN
      INSERT INTO catalog_changes (revision, kind) VALUES (present, 'everything');
    ELSE
      INSERT INTO catalog_changes (revision, kind, id)
      SELECT present, TG_ARGV[0], id FROM changed_rows;
      IF TG_OP = 'UPDATE' THEN
        INSERT INTO catalog_changes (revision, kind, id)
        SELECT present, TG_ARGV[0], id FROM former_rows
        WHERE id NOT IN (SELECT id FROM changed_rows);
      END IF;
    END IF;
    DELETE FROM catalog_changes WHERE revision <= present - 10000;
    PERFORM pg_notify('souk_revision', '');
    RETURN NULL;
  END $$;
`;

function triggers(table: string, kind: string): string {
  const runs = `FOR EACH STATEMENT EXECUTE FUNCTION note_catalog_change('${kind}')`;
  return `
    DROP TRIGGER ${table}_raise_revision ON ${table};
    CREATE TRIGGER ${table}_note_insert AFTER INSERT ON ${table}
      REFERENCING NEW TABLE AS changed_rows ${runs};
    CREATE TRIGGER ${table}_note_update AFTER UPDATE ON ${table}
      REFERENCING OLD TABLE AS former_rows NEW TABLE AS changed_rows ${runs};
    CREATE TRIGGER ${table}_note_delete AFTER DELETE ON ${table}
      REFERENCING OLD TABLE AS changed_rows ${runs};
    CREATE TRIGGER ${table}_note_truncate AFTER TRUNCATE ON ${table} ${runs};`;
}

function formerTriggers(table: string): string {
  return `
    DROP TRIGGER ${table}_note_insert ON ${table};
    DROP TRIGGER ${table}_note_update ON ${table};
    DROP TRIGGER ${table}_note_delete ON ${table};
    DROP TRIGGER ${table}_note_truncate ON ${table};
    CREATE TRIGGER ${table}_raise_revision AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION raise_catalog_revision();`;
}
