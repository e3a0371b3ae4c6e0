interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Whether new orders and quotes are read in forms that the release before does not know. Its servers ignore all of this. */
export class RequestForms1795200000056 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  -- Servers of the release before leave it null.
  ALTER TABLE instance_clocks ADD COLUMN release text;

  CREATE TABLE request_forms (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    -- waiting: it becomes on by itself.
    state text NOT NULL CONSTRAINT request_forms_state CHECK (state IN ('waiting', 'on', 'off')),
    changed_at timestamptz NOT NULL DEFAULT now(),
    -- Since when the servers have seen none of the release before, while they look each minute.
    unseen_since timestamptz NOT NULL DEFAULT now(),
    looked_at timestamptz NOT NULL DEFAULT now()
  );
  -- A new shop has no account, and no server yet.
  INSERT INTO request_forms (state) SELECT CASE
    WHEN EXISTS (SELECT FROM accounts) OR EXISTS (SELECT FROM instance_clocks) THEN 'waiting' ELSE 'on' END;

  -- Not with each look.
  CREATE TRIGGER request_forms_raise_access_revision
    AFTER UPDATE OF state ON request_forms
    FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION raise_access_revision();
`;

const DOWN = `
  DROP TABLE request_forms;
  ALTER TABLE instance_clocks DROP COLUMN release`;
