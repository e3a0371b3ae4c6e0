interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Catalogs that operators have uploaded, until they are applied or forgotten. */
export class CatalogImports1795200000036 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  CREATE TABLE catalog_imports (
    id uuid PRIMARY KEY,
    -- Of the file, as its operator named it.
    name text NOT NULL,
    bytes bigint NOT NULL,
    hide_missing boolean NOT NULL,
    state text NOT NULL DEFAULT 'reading'
      CONSTRAINT catalog_imports_state_known
      CHECK (state IN ('reading', 'comparing', 'ready', 'refused', 'applied')),
    -- Raised with each comparison; the rows of catalog_import_changes name theirs.
    comparison integer NOT NULL DEFAULT 1,
    -- Rows that were handled of the present work; the total is null while it is unknown.
    rows_done integer NOT NULL DEFAULT 0,
    rows_total integer,
    -- Why it was refused.
    fault text,
    -- Null until the file was read.
    kind text CONSTRAINT catalog_imports_kind_known
      CHECK (kind IN ('catalog', 'catalog by name', 'prices')),
    -- How many items change, and how. Null until they were compared.
    difference json,
    -- SHA-256 of all changes, in base64url.
    digest text,
    created_by text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    -- When the server that reads or compares it was last heard of.
    active_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT catalog_imports_compared
      CHECK ((state IN ('ready', 'applied')) = (digest IS NOT NULL AND difference IS NOT NULL)),
    CONSTRAINT catalog_imports_refused CHECK ((state = 'refused') = (fault IS NOT NULL))
  );
  CREATE INDEX catalog_imports_by_time ON catalog_imports (created_at, id);

  -- The checked rows of a file, in batches. No row of these two tables refers to its import by a constraint, which would
  -- be checked for each of 100,000 rows; they are deleted with it.
  CREATE TABLE catalog_import_rows (
    import_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('categories', 'products', 'prices')),
    number integer NOT NULL,
    count integer NOT NULL,
    rows json NOT NULL,
    PRIMARY KEY (import_id, kind, number)
  );

  CREATE TABLE catalog_import_changes (
    import_id uuid NOT NULL,
    comparison integer NOT NULL,
    item text NOT NULL CHECK (item IN ('category', 'product')),
    item_id integer NOT NULL,
    change text NOT NULL CHECK (change IN ('created', 'updated', 'hidden', 'shown')),
    name text NOT NULL,
    -- The values of the columns that an import writes, as texts; null where none is written.
    before text[],
    after text[],
    PRIMARY KEY (import_id, comparison, item, item_id, change)
  );`;

const DOWN =
  'DROP TABLE catalog_import_changes; DROP TABLE catalog_import_rows; DROP TABLE catalog_imports';
