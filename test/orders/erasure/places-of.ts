import type { TestDatabase } from '../../support/test-database.js';

const TABLES = `
  SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
  WHERE table_schema IN ('public', 'pgboss') AND table_type = 'BASE TABLE'`;

/** The tables of a whole database of which a row holds the text: in words, in JSON or in bytes. */
export async function placesOf(db: TestDatabase, text: string): Promise<string[]> {
  const tables = await db.query<{ name: string }>(TABLES);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query(
      `SELECT FROM ${name} one WHERE strpos(lower(one::text), lower($1)) > 0
         OR strpos(one::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0 LIMIT 1`,
      [text],
    );
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}
