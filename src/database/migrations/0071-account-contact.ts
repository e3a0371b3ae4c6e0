interface Runner {
  query(sql: string): Promise<unknown>;
}

/** How a reseller is reached, what the shop remembers about it, found by a search but for the note, and which balance is low for it. */
export class AccountContact1795200000071 {
  async up(runner: Runner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts
        ADD COLUMN phone text NOT NULL DEFAULT '',
        ADD COLUMN telegram text NOT NULL DEFAULT '',
        ADD COLUMN tags text NOT NULL DEFAULT '',
        ADD COLUMN note text NOT NULL DEFAULT '',
        -- USD; operators are told when less can be spent.
        ADD COLUMN low_balance numeric(28,8) NOT NULL DEFAULT 0,
        ADD CONSTRAINT accounts_low_balance_is_number CHECK (low_balance <> 'NaN' AND low_balance >= 0)`);
    await runner.query(
      'CREATE INDEX accounts_with_low_balance ON accounts (id) WHERE low_balance > 0',
    );
    await runner.query(noteWordsOf(FOUND));
    await runner.query(triggerFor(FOUND));
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(triggerFor(FOUND_BEFORE));
    await runner.query(noteWordsOf(FOUND_BEFORE));
    await runner.query(`
      DELETE FROM account_words former USING accounts account
      WHERE account.id = former.account_id AND former.word NOT IN (
        SELECT own.word FROM search_words(account.name || ' ' || account.email) own);
      ALTER TABLE accounts DROP COLUMN phone, DROP COLUMN telegram, DROP COLUMN tags, DROP COLUMN note,
        DROP COLUMN low_balance`);
  }
}

const FOUND_BEFORE = ['name', 'email'];
const FOUND = [...FOUND_BEFORE, 'phone', 'telegram', 'tags'];

/** A change of the balance does not run it. */
function triggerFor(columns: readonly string[]): string {
  return `
    CREATE OR REPLACE TRIGGER accounts_note_words
    AFTER INSERT OR DELETE OR UPDATE OF ${columns.join(', ')} ON accounts
    FOR EACH ROW EXECUTE FUNCTION note_account_words()`;
}

/** As since 0037, of these columns; also in its spaces, so that `down` leads back to it. */
function noteWordsOf(columns: readonly string[]): string {
  const wordsOf = (row: string): string =>
    `public.search_words(${columns.map((column) => `${row}.${column}`).join(` || ' ' || `)})`;
  return `
  CREATE OR REPLACE FUNCTION note_account_words() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    -- By the key, which begins with the word: the words of one account cannot be found by its id alone.
    IF TG_OP <> 'INSERT' THEN
      DELETE FROM public.account_words WHERE account_id = OLD.id AND word = ANY (ARRAY(
        SELECT former.word FROM ${wordsOf('OLD')} former
        EXCEPT SELECT named.word FROM ${wordsOf('NEW')} named));
    END IF;
    -- Of a deleted account, NEW is null and has no words.
    INSERT INTO public.account_words (account_id, word)
    SELECT NEW.id, named.word FROM ${wordsOf('NEW')} named
    ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$`;
}
