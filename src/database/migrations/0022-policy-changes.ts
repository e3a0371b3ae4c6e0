interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Functions by which the tables of an extension raise the catalog revision, because its catalog policies read them. */
export class PolicyChanges1795200000022 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(`
      DROP FUNCTION note_policy_change();
      DROP FUNCTION note_products_changed(integer[]);
      DROP FUNCTION raise_catalog_revision_for(text, integer[]);`);
  }
}

const UP = `
  -- Raises the catalog revision, records the changed items, and notifies listeners, as note_catalog_change does.
  CREATE FUNCTION raise_catalog_revision_for(changed_kind text, ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    present bigint;
    present_nonce uuid;
  BEGIN
    UPDATE catalog_revision SET revision = revision + 1, nonce = gen_random_uuid()
    RETURNING revision, nonce INTO present, present_nonce;
    INSERT INTO catalog_changes (revision, nonce, kind, id)
    SELECT DISTINCT present, present_nonce, changed_kind, unnest(ids);
    DELETE FROM catalog_changes
    WHERE revision <= present - 10000
      OR revision >= present AND nonce IS DISTINCT FROM present_nonce;
    PERFORM pg_notify('souk_revision', '');
  END $$;

  -- For AFTER triggers FOR EACH STATEMENT on tables that a catalog policy reads: any product may be shown or priced
  -- otherwise now. The kind 'policy' is that of no item, so servers read the facts of policies anew and no rows.
  CREATE FUNCTION note_policy_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_LEVEL <> 'STATEMENT' THEN
      RAISE EXCEPTION 'note_policy_change() is for triggers FOR EACH STATEMENT';
    END IF;
    PERFORM raise_catalog_revision_for('policy', '{0}');
    RETURN NULL;
  END $$;

  -- For trigger functions of an extension: these products may be shown or priced otherwise now. Does nothing without
  -- products, so that a statement that changed no row costs nothing.
  CREATE FUNCTION note_products_changed(product_ids integer[]) RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    IF cardinality(array_remove(product_ids, NULL)) > 1000 THEN
      PERFORM raise_catalog_revision_for('everything', '{0}');
    ELSIF cardinality(array_remove(product_ids, NULL)) > 0 THEN
      PERFORM raise_catalog_revision_for('product', array_remove(product_ids, NULL));
    END IF;
  END $$;
`;
