interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * The words by which products and categories are found. Triggers write them, for whatever changes names: an operator, an
 * import, a supplier's sync, a restore, a server of the previous release. No order writes a product, and what is written
 * here does not raise the catalog revision.
 */
export class CatalogWords1795200000043 {
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    await runner.query(WORDS_TABLE);
    await runner.query(WORDS_OF_NAME);
    await runner.query(NOTE_WORDS);
    for (const table of TABLES) {
      for (const [event, rows] of EVENTS) await runner.query(trigger(table, event, rows));
    }
    for (const table of TABLES) await runner.query(fill(table));
    for (const table of TABLES) await runner.query(removeFormer(table));
  }

  async down(runner: Runner): Promise<void> {
    for (const table of TABLES) {
      for (const [event] of EVENTS) {
        await runner.query(`DROP TRIGGER ${triggerName(table, event)} ON ${table}`);
      }
    }
    await runner.query('DROP FUNCTION note_catalog_words()');
    await runner.query('DROP FUNCTION catalog_words_of(text)');
    await runner.query('DROP TABLE catalog_words');
  }
}

const TABLES = ['products', 'categories'] as const;
type Table = (typeof TABLES)[number];

/** Of whole statements, since an import writes thousands of rows by one. */
const EVENTS = [
  ['INSERT', 'NEW TABLE AS changed_rows'],
  ['UPDATE', 'OLD TABLE AS former_rows NEW TABLE AS changed_rows'],
  ['DELETE', 'OLD TABLE AS former_rows'],
] as const;

const WORDS_TABLE = `
  CREATE TABLE IF NOT EXISTS catalog_words (
    -- Products, categories, and those of each that are deleted.
    list text COLLATE "C" NOT NULL,
    -- Compared byte by byte, so that the words that begin with a text stand side by side in the index.
    word text COLLATE "C" NOT NULL,
    item_id integer NOT NULL,
    PRIMARY KEY (list, word, item_id)
  )`;

/**
 * A name is cut at spaces and punctuation, and where digits begin or end, so that 60UC and UC 60 have the same words. Signs
 * such as emoji, and the letters of scripts that have no spaces between words, are words of their own. Letter case does not
 * count, nor the dot of the Turkish i, nor in which digits a number is written. What is searched for is cut by the
 * same function. Long words are cut off, since an index takes no long ones.
 */
const WORDS_OF_NAME = String.raw`
  CREATE OR REPLACE FUNCTION catalog_words_of(written text) RETURNS TABLE (word text)
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT DISTINCT left(part, 100)
    FROM regexp_split_to_table(
      regexp_replace(
        translate(lower(translate(written, 'İ', 'i')), 'ıς٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'iσ01234567890123456789'),
        '([0-9]+|[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2100-\u2bff\u2e80-\u2fff\u3040-\ua4cf\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff])',
        ' \1 ', 'g'),
      '[\s\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xa0\u00a1-\u00a9\u00ab-\u00b1\u00b4-\u00b8\u00bb-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u0640\u066a-\u066d\u06d4\u2000-\u206f\u3000-\u303f\ufe00-\ufe0f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+'
    ) AS part
    WHERE part <> ''
  $$`;

const LIST = (deletedAt: string, table: string): string =>
  `CASE WHEN ${deletedAt} IS NULL THEN '' ELSE 'deleted ' END || ${table}`;

/**
 * What has another name now, or was deleted or restored. A full join is hashed or merged: the plan is kept from the first
 * statement of a connection, and any other join of an import's 5,000 rows, planned for one row, would compare each with each.
 */
const RENAMED = `(
  SELECT id, former.name AS former_name, former.deleted_at AS former_deleted_at, changed.name, changed.deleted_at
  FROM former_rows former FULL JOIN changed_rows changed USING (id)
  WHERE (former.name, former.deleted_at IS NULL) IS DISTINCT FROM (changed.name, changed.deleted_at IS NULL))`;

/**
 * It has the rights of its owner: while this migration runs, servers of the previous release change products, and new
 * tables are granted only afterwards.
 */
const NOTE_WORDS = `
  CREATE OR REPLACE FUNCTION note_catalog_words() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      INSERT INTO public.catalog_words (list, word, item_id)
      SELECT ${LIST('item.deleted_at', 'TG_TABLE_NAME')}, named.word, item.id
      FROM changed_rows item CROSS JOIN LATERAL public.catalog_words_of(item.name) named
      ON CONFLICT DO NOTHING;
    ELSIF TG_OP = 'DELETE' THEN
      -- Each by the key, whatever the plan of the statement was made for.
      DELETE FROM public.catalog_words WHERE ctid = ANY (ARRAY(
        SELECT kept.place
        FROM former_rows item CROSS JOIN LATERAL public.catalog_words_of(item.name) named
        CROSS JOIN LATERAL (
          SELECT ctid AS place FROM public.catalog_words
          WHERE list = ${LIST('item.deleted_at', 'TG_TABLE_NAME')} AND word = named.word AND item_id = item.id
          LIMIT 1
        ) kept));
    ELSIF EXISTS (SELECT FROM ${RENAMED} item) THEN
      DELETE FROM public.catalog_words WHERE ctid = ANY (ARRAY(
        SELECT kept.place
        FROM (
          SELECT ${LIST('item.former_deleted_at', 'TG_TABLE_NAME')} AS place_of, named.word AS former_word, item.id
          FROM ${RENAMED} item CROSS JOIN LATERAL public.catalog_words_of(item.former_name) named
          EXCEPT
          SELECT ${LIST('item.deleted_at', 'TG_TABLE_NAME')}, named.word, item.id
          FROM ${RENAMED} item CROSS JOIN LATERAL public.catalog_words_of(item.name) named
        ) gone CROSS JOIN LATERAL (
          SELECT ctid AS place FROM public.catalog_words
          WHERE list = gone.place_of AND word = gone.former_word AND item_id = gone.id LIMIT 1
        ) kept));
      INSERT INTO public.catalog_words (list, word, item_id)
      SELECT ${LIST('item.deleted_at', 'TG_TABLE_NAME')}, named.word, item.id
      FROM ${RENAMED} item CROSS JOIN LATERAL public.catalog_words_of(item.name) named
      ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
  END $$`;

function triggerName(table: Table, event: string): string {
  return `${table}_note_words_at_${event.toLowerCase()}`;
}

function trigger(table: Table, event: string, rows: string): string {
  return `
  CREATE OR REPLACE TRIGGER ${triggerName(table, event)} AFTER ${event} ON ${table}
  REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION note_catalog_words()`;
}

const namedItems = (table: Table): string => `
  (SELECT ${LIST('deleted_at', `'${table}'`)} AS list, named.word, item.id AS item_id
   FROM ${table} item CROSS JOIN LATERAL catalog_words_of(item.name) named)`;

/** Locks no row of the catalog. One that is renamed meanwhile, and keeps a word, waits for the end of this statement. */
const fill = (table: Table): string => `
  INSERT INTO catalog_words (list, word, item_id)
  SELECT list, word, item_id FROM ${namedItems(table)} written ON CONFLICT DO NOTHING`;

/**
 * The former words of what was renamed or deleted while the statement above ran: the trigger could not see them yet. Without
 * this a search would look at them in vain, but show nothing wrong.
 */
const removeFormer = (table: Table): string => `
  DELETE FROM catalog_words former
  WHERE list IN ('${table}', 'deleted ${table}') AND NOT EXISTS (
    SELECT FROM ${namedItems(table)} written
    WHERE written.list = former.list AND written.word = former.word
      AND written.item_id = former.item_id)`;
