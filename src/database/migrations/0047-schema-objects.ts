interface Runner {
  query(sql: string): Promise<unknown>;
}

/** What must be in the schema, so that damage is found. Servers of the previous release ignore it. */
export class SchemaObjects1795200000047 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE schema_objects');
  }
}

const UP = `
  -- Written at the end of the migrations, never by the application. The comment of the table says which list of Souk it holds.
  CREATE TABLE schema_objects (
    -- Whose migrations have made the objects; empty for those of Souk.
    extension text PRIMARY KEY,
    -- A list of kind, table, name and definition.
    objects jsonb NOT NULL
  )`;
