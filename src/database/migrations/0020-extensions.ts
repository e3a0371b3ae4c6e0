interface Runner {
  query(sql: string): Promise<unknown>;
}

/** The extensions of the shop, so that no process works without one of them. */
export class Extensions1795200000020 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE extensions');
  }
}

const UP = `
  -- Written when a server starts.
  CREATE TABLE extensions (
    name text PRIMARY KEY,
    -- Empty for an extension without one.
    version text NOT NULL,
    -- The names of its handlers, policies and checks, and its listeners with their events.
    ports json NOT NULL,
    -- The start of a server that had it loaded, as it is in this row.
    seen_at timestamptz NOT NULL DEFAULT now()
  );

  -- For each row, since a statement that inserts what exists already changes none.
  CREATE TRIGGER extensions_raise_access_revision AFTER INSERT OR DELETE ON extensions
    FOR EACH ROW EXECUTE FUNCTION raise_access_revision();
  CREATE TRIGGER extensions_update_raises_access_revision AFTER UPDATE ON extensions
    FOR EACH ROW
    WHEN ((OLD.name, OLD.version, OLD.ports::text) IS DISTINCT FROM (NEW.name, NEW.version, NEW.ports::text))
    EXECUTE FUNCTION raise_access_revision();
  CREATE TRIGGER extensions_truncate_raises_access_revision AFTER TRUNCATE ON extensions
    FOR EACH STATEMENT EXECUTE FUNCTION raise_access_revision();
`;
