interface Runner {
  query(sql: string): Promise<unknown>;
}

/**
 * Orders with very many values are indexed in several steps, and those that fail again and again are set aside. Servers
 * of the previous release index such an order whole, as they did.
 */
export class SearchSteps1795200000046 {
  async up(runner: Runner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: Runner): Promise<void> {
    await runner.query(DOWN);
  }
}

/** The function of 0034. An order that gets codes is indexed from its beginning, whatever failed before. */
const noteDeliveredCodes = (update: string): string => `
  CREATE OR REPLACE FUNCTION note_delivered_codes() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  BEGIN
    INSERT INTO public.order_search_changes (account_id, order_id) VALUES (NEW.account_id, NEW.order_id)
    ON CONFLICT (account_id, order_id) DO UPDATE SET ${update};
    RETURN NULL;
  END $$`;

const UP = `
  ALTER TABLE order_search_changes
  -- The first texts of the order, its fields and then its codes, that are in the index already.
  ADD COLUMN texts_done integer NOT NULL DEFAULT 0,
  -- How often in a row it could not be indexed.
  ADD COLUMN failures integer NOT NULL DEFAULT 0;
  ALTER TABLE order_search_progress
  -- How often in a row a step of the account has failed.
  ADD COLUMN failures integer NOT NULL DEFAULT 0;
  ${noteDeliveredCodes('due_at = now(), texts_done = 0, failures = 0')}`;

const DOWN = `
  ${noteDeliveredCodes('due_at = now()')};
  ALTER TABLE order_search_progress DROP COLUMN failures;
  ALTER TABLE order_search_changes DROP COLUMN texts_done, DROP COLUMN failures`;
