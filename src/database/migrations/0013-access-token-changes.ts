interface Runner {
  query(sql: string): Promise<unknown>;
}

/** The tokens that each access revision has changed, so that an instance need not read all tokens again. */
export class AccessTokenChanges1795200000013 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  CREATE TABLE access_token_changes (
    revision bigint NOT NULL,
    -- Null for a change of too many tokens to be listed.
    token_hash bytea
  );
  CREATE INDEX access_token_changes_revision_idx ON access_token_changes (revision);

  -- Raises the revision, records the changed tokens, and notifies listeners; does nothing for a statement that changed
  -- no token, such as one that records a last use. The last 10,000 revisions are kept.
  --
  -- The row of the revision stays locked until the transaction ends. So revisions are committed in the order of their
  -- numbers: after one was read, no lower one can be committed later.
  CREATE FUNCTION note_access_token_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    present bigint;
    hashes bytea[];
  BEGIN
    IF TG_OP = 'TRUNCATE' THEN
      hashes := ARRAY[NULL::bytea];
    ELSIF TG_OP = 'UPDATE' THEN
      hashes := ARRAY(
        SELECT unnest(ARRAY[former.token_hash, changed.token_hash])
        FROM former_rows AS former FULL JOIN changed_rows AS changed ON changed.id = former.id
        WHERE (former.token_hash, former.account_id, former.expires_at, former.revoked_at)
          IS DISTINCT FROM (changed.token_hash, changed.account_id, changed.expires_at, changed.revoked_at)
        LIMIT 1001);
    ELSE
      hashes := ARRAY(SELECT token_hash FROM changed_rows LIMIT 1001);
    END IF;
    IF cardinality(hashes) = 0 THEN
      RETURN NULL;
    END IF;
    UPDATE access_revision SET revision = revision + 1 RETURNING revision INTO present;
    IF cardinality(hashes) > 1000 THEN
      hashes := ARRAY[NULL::bytea];
    END IF;
    INSERT INTO access_token_changes (revision, token_hash) SELECT DISTINCT present, unnest(hashes);
    DELETE FROM access_token_changes WHERE revision <= present - 10000;
    PERFORM pg_notify('souk_revision', '');
    RETURN NULL;
  END $$;

  DROP TRIGGER access_tokens_raise_access_revision ON access_tokens;
  CREATE TRIGGER access_tokens_note_insert AFTER INSERT ON access_tokens
    REFERENCING NEW TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION note_access_token_change();
  CREATE TRIGGER access_tokens_note_update AFTER UPDATE ON access_tokens
    REFERENCING OLD TABLE AS former_rows NEW TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION note_access_token_change();
  CREATE TRIGGER access_tokens_note_delete AFTER DELETE ON access_tokens
    REFERENCING OLD TABLE AS changed_rows
    FOR EACH STATEMENT EXECUTE FUNCTION note_access_token_change();
  CREATE TRIGGER access_tokens_note_truncate AFTER TRUNCATE ON access_tokens
    FOR EACH STATEMENT EXECUTE FUNCTION note_access_token_change();
`;

const DOWN = `
  DROP TRIGGER access_tokens_note_insert ON access_tokens;
  DROP TRIGGER access_tokens_note_update ON access_tokens;
  DROP TRIGGER access_tokens_note_delete ON access_tokens;
  DROP TRIGGER access_tokens_note_truncate ON access_tokens;
  DROP FUNCTION note_access_token_change();
  DROP TABLE access_token_changes;
  CREATE TRIGGER access_tokens_raise_access_revision
    AFTER INSERT OR UPDATE OF account_id, token_hash, expires_at, revoked_at OR DELETE OR TRUNCATE
    ON access_tokens FOR EACH STATEMENT EXECUTE FUNCTION raise_access_revision();
`;
