interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Indexes by which every list of operators reads a page and no more, and the words by which accounts are found. They are
 * on tables that new orders do not write, but for `orders_by_creation`, whose new entries all stand at its end.
 */
export class BoundedLists1795200000037 {
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    // First, since all of it is repeated while the trigger has to wait for its lock.
    await runner.query(WORDS_TABLE);
    await runner.query(WORDS_OF_TEXT);
    await runner.query(NOTE_WORDS);
    await runner.query(TRIGGER);
    await runner.query(FILL);
    await runner.query(REMOVE_FORMER);
    for (const [name, columns] of INDEXES) {
      // When it is repeated, the index that this one replaces may be gone already.
      if (await isBuilt(runner, name)) continue;
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${columns}`);
    }
    for (const name of REPLACED) await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TRIGGER accounts_note_words ON accounts');
    await runner.query('DROP FUNCTION note_account_words()');
    await runner.query('DROP TABLE account_words');
    await runner.query('DROP FUNCTION search_words(text)');
    await runner.query('CREATE INDEX access_tokens_account_id_idx ON access_tokens (account_id)');
    await runner.query('CREATE INDEX products_category_id_idx ON products (category_id)');
    await runner.query(
      'CREATE INDEX webhook_failures_account_id_idx ON webhook_failures (account_id, last_failed_at)',
    );
    for (const [name] of INDEXES) await runner.query(`DROP INDEX ${name}`);
  }
}

/** False also for an index whose building has failed halfway. */
async function isBuilt(runner: Runner, index: string): Promise<boolean> {
  const found = (await runner.query(
    `SELECT FROM pg_index WHERE indexrelid = to_regclass('${index}') AND indisvalid`,
  )) as { readonly rows?: readonly unknown[] };
  return found.rows?.length === 1;
}

const INDEXES = [
  // Orders of all accounts by time. An expression, so that only a statement that writes it is planned with this index: those
  // of one account could be read by it, too, through all newer orders of others.
  ['orders_by_creation', `orders ((created_at AT TIME ZONE 'UTC'), order_id)`],
  ['accounts_by_group', 'accounts (group_id, id)'],
  ['access_tokens_by_account', 'access_tokens (account_id, id)'],
  ['audit_entries_by_actor_and_action', 'audit_entries (actor, action, at, id)'],
  ['webhook_failures_by_time', 'webhook_failures (last_failed_at, message_id)'],
  ['webhook_failures_by_account', 'webhook_failures (account_id, last_failed_at, message_id)'],
  ['failed_events_by_extension', 'failed_events (extension, last_failed_at, id)'],
  ['products_by_category', 'products (category_id, id)'],
  ['products_deleted', 'products (id) WHERE deleted_at IS NOT NULL'],
  [
    'visibility_rules_by_category',
    'visibility_rules (category_id, id) WHERE category_id IS NOT NULL',
  ],
  ['visibility_rules_by_product', 'visibility_rules (product_id, id) WHERE product_id IS NOT NULL'],
  ['price_rules_by_category', 'price_rules (category_id, id) WHERE category_id IS NOT NULL'],
  ['price_rules_by_product', 'price_rules (product_id, id) WHERE product_id IS NOT NULL'],
] as const;

/** Each begins like one of the indexes above, which serves in its place. */
const REPLACED = [
  'access_tokens_account_id_idx',
  'products_category_id_idx',
  'webhook_failures_account_id_idx',
] as const;

/**
 * A word is compared byte by byte, so that the words that begin with a text stand side by side in the index. The table
 * references nothing, since a reference would lock the rows of all accounts while it is filled, on which orders wait.
 */
const WORDS_TABLE = `
  CREATE TABLE IF NOT EXISTS account_words (
    account_id integer NOT NULL,
    -- Of the name or the e-mail address.
    word text COLLATE "C" NOT NULL,
    PRIMARY KEY (word, account_id)
  )`;

/**
 * Letters in lower case, cut at spaces and at the punctuation of ASCII. What is searched for is cut by the same function.
 * Long words are cut off, since an index takes no long ones.
 */
const WORDS_OF_TEXT = String.raw`
  CREATE OR REPLACE FUNCTION search_words(written text) RETURNS TABLE (word text)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT DISTINCT left(part, 100)
    FROM regexp_split_to_table(lower(written), '[\s\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+') AS part
    WHERE part <> ''
  $$`;

/**
 * It has the rights of its owner: while this migration runs, servers of the previous release change accounts, and new
 * tables are granted only afterwards.
 */
const NOTE_WORDS = `
  CREATE OR REPLACE FUNCTION note_account_words() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    -- By the key, which begins with the word: the words of one account cannot be found by its id alone.
    IF TG_OP <> 'INSERT' THEN
      DELETE FROM public.account_words WHERE account_id = OLD.id AND word = ANY (ARRAY(
        SELECT former.word FROM public.search_words(OLD.name || ' ' || OLD.email) former
        EXCEPT SELECT named.word FROM public.search_words(NEW.name || ' ' || NEW.email) named));
    END IF;
    -- Of a deleted account, NEW is null and has no words.
    INSERT INTO public.account_words (account_id, word)
    SELECT NEW.id, named.word FROM public.search_words(NEW.name || ' ' || NEW.email) named
    ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`;

/** A change of the balance does not run it. */
const TRIGGER = `
  CREATE OR REPLACE TRIGGER accounts_note_words AFTER INSERT OR DELETE OR UPDATE OF name, email ON accounts
  FOR EACH ROW EXECUTE FUNCTION note_account_words()`;

/** Locks no account. One that is renamed meanwhile, and keeps a word, waits for the end of this statement. */
const FILL = `
  INSERT INTO account_words (account_id, word)
  SELECT account.id, named.word
  FROM accounts account CROSS JOIN LATERAL search_words(account.name || ' ' || account.email) named
  ON CONFLICT DO NOTHING`;

/**
 * Of accounts that were renamed or deleted while the statement above ran, the former words: the trigger could not see them
 * yet. Without this a search would look at them in vain, but show nothing wrong.
 */
const REMOVE_FORMER = `
  DELETE FROM account_words former WHERE NOT EXISTS (
    SELECT FROM accounts account CROSS JOIN LATERAL
                search_words(account.name || ' ' || account.email) named
    WHERE account.id = former.account_id AND named.word = former.word)`;
