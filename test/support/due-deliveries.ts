import type { TestDatabase } from './test-database.js';

/** Lets the time pass until which open deliveries wait to be asked for again. */
export async function makeDeliveriesDue(db: TestDatabase): Promise<void> {
  // One statement: a job that runs before its delivery is due does nothing, and no other one would be written.
  await db.query(
    `WITH due AS (UPDATE fulfillments SET due_at = now() WHERE NOT closed AND due_at > now())
     UPDATE pgboss.job SET start_after = now()
     WHERE name = 'fulfillment' AND start_after > now() AND start_after < 'infinity'`,
  );
}
