interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Maintenance of orders only, and a lock by which no order is placed after maintenance has begun. */
export class MaintenanceOfOrders1795200000015 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

const UP = `
  -- Of use only while maintenance is enabled: newOrder is refused, and nothing else.
  ALTER TABLE maintenance ADD COLUMN orders_only boolean NOT NULL DEFAULT false;

  -- Returns the committed access revision, and locks maintenance until the end of the caller's transaction. A change of
  -- maintenance waits for these transactions, and later ones wait for its commit: so no order commits after it.
  -- A plain read of maintenance does not wait. To prevent deadlocks, this is the first lock of each order.
  -- A function, because its statements see what was committed while it waited; the calling statement does not.
  CREATE FUNCTION access_revision_of_order() RETURNS bigint LANGUAGE plpgsql AS $$
  BEGIN
    LOCK TABLE maintenance IN SHARE MODE;
    RETURN (SELECT revision FROM access_revision);
  END $$;
`;

const DOWN = `
  -- An older release knows one kind of maintenance. It closes more than the operator has closed.
  ALTER TABLE maintenance DROP COLUMN orders_only;
  DROP FUNCTION access_revision_of_order();
`;
