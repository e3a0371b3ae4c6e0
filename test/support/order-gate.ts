/** SQL of a gate before a table: while the table `gate` has a row, statements that insert there wait at it. */
export function gateBefore(table: 'orders' | 'order_keys'): string {
  return `
    CREATE TABLE gate (closed boolean);
    GRANT SELECT ON gate TO PUBLIC;
    CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      WHILE EXISTS (SELECT FROM gate) LOOP PERFORM pg_sleep(0.005); END LOOP;
      RETURN NULL;
    END $$;
    CREATE TRIGGER wait_at_gate BEFORE INSERT ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION wait_at_gate()`;
}
