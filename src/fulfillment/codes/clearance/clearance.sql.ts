import { ALL_IDS, UNSOLD } from '../stock/code-stock.sql.js';

/** The present state is at least as new as the last sign of life in it, but for those who have answered since. */
export const READ_STATE = `
  SELECT current_database_lineage() = $1 AS "isPresent",
         EXISTS (SELECT FROM code_stocks WHERE cleared_for <> $1) AS "isPending",
         (SELECT count(*)::integer FROM code_instances
          WHERE lineage <> $1 AND left_at IS NULL) AS unanswered,
         coalesce((SELECT max(seen_at) FROM code_instances WHERE lineage <> $1),
                  now() - interval '10 minutes') AS "stateOf"`;

/** Instances that were seen in the lost state, of which the present one knows nothing: they have not answered. */
export const ADD_PEERS = `
  INSERT INTO code_instances (id, host, lineage, seen_at)
  SELECT id, host, lineage, $2::timestamptz
  FROM json_to_recordset($1::json) AS peer (id uuid, host text, lineage text)
  ON CONFLICT DO NOTHING`;

/** The places of those orders that have no codes. */
export const WITHOUT_CODES = `
  SELECT place::integer FROM unnest($1::integer[], $2::text[]) WITH ORDINALITY AS handed (account, of_order, place)
  WHERE NOT EXISTS (SELECT FROM stock_codes WHERE account_id = account AND order_id = of_order)`;

/** Those hashes whose codes count as sold without an order. */
export const MARKED = `
  SELECT encode(code_hash, 'hex') AS hash FROM stock_codes
  WHERE code_hash = ANY ($1::bytea[]) AND order_id IS NULL AND delivered_at IS NOT NULL`;

/**
 * Of all stocks, or of those that are not cleared; $2 is the last state of which all is there. Where a restore holds codes
 * back, those sold since the restored state may be in stock, too.
 */
export const HOLD = `
  UPDATE code_stocks
  SET held_through = ${ALL_IDS}, cleared_for = $1, lost_until = now(),
      lost_from = least(lost_from, $2, CASE WHEN lost_from IS NULL AND EXISTS (
        SELECT FROM stock_codes WHERE stock = name AND ${UNSOLD} AND id <= held_through
      ) THEN (SELECT max(state_of) FROM restores) END)
  WHERE $3 OR cleared_for <> $1`;

/** Those that are gone were waited for; they answer by themselves if they come back. */
export const FORGET_UNANSWERED = 'DELETE FROM code_instances WHERE lineage <> $1';

export const CLEAR = 'UPDATE code_stocks SET cleared_for = $1 WHERE cleared_for <> $1';

/** $1 is another lineage. The instance $2 has answered in the present one before: it has returned to a former primary. */
export const UNCLEAR = `
  UPDATE code_stocks SET cleared_for = $1
  WHERE lost_from IS NULL
    AND EXISTS (SELECT FROM code_instances WHERE id = $2 AND lineage = current_database_lineage())`;

/** Since when the database is in its present lineage, as far as its servers know: it may be one in which it was before. */
const noteLineage = (hasReturned: string): string => `
  noted AS (
    UPDATE shop_identity SET lineage = current_database_lineage(), lineage_since = now()
    WHERE lineage <> current_database_lineage() OR ${hasReturned}
  )`;

/** Of a server that has handed out nothing yet. */
export const ENTER = `
  WITH ${noteLineage('false')}
  INSERT INTO code_instances (id, host, lineage) VALUES ($1, $2, current_database_lineage())
  RETURNING lineage`;

/** $4 is true for one that has answered in another lineage before. */
export const ANSWER = `
  WITH ${noteLineage('$4')}
  INSERT INTO code_instances (id, host, lineage) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET lineage = excluded.lineage, seen_at = now()`;

/**
 * Notes that the instance lives, and reads the others, also those that have left: after a failover that may be lost. Rows
 * that may be needed stay: those of ten minutes, and all while stocks are not cleared. None that may just have been
 * deleted is read.
 */
export const BEAT = `
  WITH gone AS (
    DELETE FROM code_instances
    WHERE seen_at < now() - interval '10 minutes' AND $3 = current_database_lineage()
      AND NOT EXISTS (SELECT FROM code_stocks WHERE cleared_for <> $3)
  ), own AS (
    INSERT INTO code_instances (id, host, lineage) VALUES ($1, $2, $3)
    ON CONFLICT (id) DO UPDATE SET seen_at = now()
  )
  SELECT id, host, lineage FROM code_instances
  WHERE id <> $1 AND seen_at > now() - interval '9 minutes'`;

export const LEAVE = `
  UPDATE code_instances SET left_at = now(), seen_at = now()
  WHERE id = $1 AND lineage = current_database_lineage()`;
