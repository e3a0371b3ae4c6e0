interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Filters of the console's lists that operators keep for themselves. */
export class OperatorFilters1795200000039 {
  async up(runner: Runner): Promise<void> {
    await runner.query(`
  CREATE TABLE operator_filters (
    operator_id integer NOT NULL REFERENCES operators (id),
    -- Below the home page of the console, such as orders.
    page text NOT NULL,
    name text NOT NULL,
    -- The parameters of the page, as a query string.
    query text NOT NULL,
    PRIMARY KEY (operator_id, page, name)
  )`);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query('DROP TABLE operator_filters');
  }
}
