interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Requests of the admin API that must not be executed twice, and the indexes by which the audit is searched. */
export class AdminRequests1795200000033 {
  readonly transaction = false;

  async up(runner: Runner): Promise<void> {
    await runner.query(REQUESTS);
    for (const [name, columns] of INDEXES) {
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
      await runner.query(`CREATE INDEX CONCURRENTLY ${name} ON ${columns}`);
    }
  }

  async down(runner: Runner): Promise<void> {
    for (const [name] of INDEXES) await runner.query(`DROP INDEX ${name}`);
    await runner.query('DROP TABLE admin_requests');
  }
}

const REQUESTS = `
  CREATE TABLE IF NOT EXISTS admin_requests (
    operator_id integer NOT NULL REFERENCES operators (id),
    -- The Idempotency-Key of the request.
    key text NOT NULL,
    -- What of the request was executed in one transaction: the id of one order of several, or '' for all of it.
    part text NOT NULL,
    -- Method and path.
    route text NOT NULL,
    -- HMAC-SHA-256 of the body, which may hold codes.
    body_hash bytea NOT NULL CHECK (octet_length(body_hash) = 32),
    -- The answer, without secrets. Null while parts of the request are still to be executed.
    answer json,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (operator_id, key, part)
  )`;

const INDEXES = [
  ['admin_requests_by_time', 'admin_requests (at)'],
  ['audit_entries_by_time', 'audit_entries (at, id)'],
  ['audit_entries_by_actor', 'audit_entries (actor, at, id)'],
  ['audit_entries_by_action', 'audit_entries (action, at, id)'],
] as const;
