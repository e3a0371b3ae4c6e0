interface Runner {
  query(sql: string): Promise<unknown>;
}

/** What a token may do, from where, and from which address it was last used. The previous release ignores all three. */
export class TokenScopes1795200000025 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
    await runner.query(noteTokenChange(ANY_CHANGE));
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(noteTokenChange(FORMER_CHANGE));
    await runner.query(DOWN);
  }
}

const UP = `
  ALTER TABLE access_tokens
    ADD COLUMN scopes text[] NOT NULL DEFAULT '{catalog,orders,books}',
    -- Besides those of the account: both lists have to match. Empty: no limit of the token's own.
    ADD COLUMN allowed_ips cidr[] NOT NULL DEFAULT '{}',
    -- Null if the proxy named no address.
    ADD COLUMN last_used_from inet,
    ADD CONSTRAINT access_tokens_scopes_known
      CHECK (scopes <@ '{catalog,orders,books,testing,rotate}'::text[]);
`;

const DOWN = `
  ALTER TABLE access_tokens DROP COLUMN scopes, DROP COLUMN allowed_ips, DROP COLUMN last_used_from;
`;

/** Any column decides about the access, later ones too, unless it is listed here. */
const ANY_CHANGE = `to_jsonb(former) - '{label,last_used_at,last_used_from}'::text[]
          IS DISTINCT FROM to_jsonb(changed) - '{label,last_used_at,last_used_from}'::text[]`;

const FORMER_CHANGE = `(former.token_hash, former.account_id, former.expires_at, former.revoked_at)
          IS DISTINCT FROM (changed.token_hash, changed.account_id, changed.expires_at, changed.revoked_at)`;

/** The function of 0017. @param condition of the updates that it notes. */
function noteTokenChange(condition: string): string {
  return `
  CREATE OR REPLACE FUNCTION note_access_token_change() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    present bigint;
    present_nonce uuid;
    hashes bytea[];
  BEGIN
    IF TG_OP = 'TRUNCATE' THEN
      hashes := ARRAY[NULL::bytea];
    ELSIF TG_OP = 'UPDATE' THEN
      hashes := ARRAY(
        SELECT unnest(ARRAY[former.token_hash, changed.token_hash])
        FROM former_rows AS former FULL JOIN changed_rows AS changed ON changed.id = former.id
        WHERE ${condition}
        LIMIT 1001);
    ELSE
      hashes := ARRAY(SELECT token_hash FROM changed_rows LIMIT 1001);
    END IF;
    IF cardinality(hashes) = 0 THEN
      RETURN NULL;
    END IF;
    UPDATE access_revision SET revision = revision + 1, nonce = gen_random_uuid()
    RETURNING revision, nonce INTO present, present_nonce;
    IF cardinality(hashes) > 1000 THEN
      hashes := ARRAY[NULL::bytea];
    END IF;
    INSERT INTO access_token_changes (revision, nonce, token_hash) SELECT DISTINCT present, present_nonce, unnest(hashes);
    DELETE FROM access_token_changes WHERE revision <= present - 10000
      OR revision >= present AND nonce IS DISTINCT FROM present_nonce;
    PERFORM pg_notify('souk_revision', '');
    RETURN NULL;
  END $$;`;
}
