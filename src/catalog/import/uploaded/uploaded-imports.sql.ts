/** How long an import is kept. */
export const KEPT_HOURS = 24;

const KEPT = `created_at > now() - interval '${KEPT_HOURS} hours'`;

export const SELECT = `
  SELECT id, name, bytes::float8 AS bytes, hide_missing AS "hideMissing", state, comparison,
    applying, apply_fault AS "applyFault", rows_done AS "rowsDone", rows_total AS "rowsTotal", fault, kind, difference, digest,
    created_by AS "createdBy", created_at AS "createdAt",
    extract(epoch FROM clock_timestamp() - active_at)::float8 AS "silentSeconds"
  FROM catalog_imports WHERE ${KEPT}`;

export const INSERT = `
  INSERT INTO catalog_imports (id, name, bytes, hide_missing, created_by)
  VALUES ($1, $2, $3, $4, $5)`;

export const NOTE = `
  UPDATE catalog_imports
  SET active_at = now(), rows_done = $2, rows_total = coalesce($3::integer, rows_total)
  WHERE id = $1 AND (state IN ('reading', 'comparing') OR applying)`;

export const READ = `
  UPDATE catalog_imports
  SET state = 'comparing', kind = $2, active_at = now(), rows_done = 0, rows_total = NULL
  WHERE id = $1`;

export const REFUSE = `
  UPDATE catalog_imports SET state = 'refused', fault = $2
  WHERE id = $1 AND state IN ('reading', 'comparing')`;

export const COMPARE = `
  UPDATE catalog_imports SET state = 'comparing', comparison = comparison + 1, rows_done = 0,
    difference = NULL, digest = NULL, active_at = now(), applying = false, apply_fault = NULL
  WHERE id = $1 RETURNING comparison`;

export const COMPARED = `
  UPDATE catalog_imports SET state = 'ready', difference = $3::json, digest = $4, rows_done = $5::integer,
    rows_total = $5::integer
  WHERE id = $1 AND comparison = $2 AND state = 'comparing'`;

export const BEGIN_APPLYING = `
  UPDATE catalog_imports
  SET applying = true, apply_fault = NULL, rows_done = 0, active_at = clock_timestamp()
  WHERE id = $1 AND digest = $2 AND state = 'ready' AND ${KEPT}
    AND NOT (applying AND active_at > clock_timestamp() - $3 * interval '1 second')`;

export const END_APPLYING = `
  UPDATE catalog_imports SET applying = false, apply_fault = $2, rows_done = rows_total
  WHERE id = $1 AND state = 'ready'`;

export const APPLIED = `
  UPDATE catalog_imports SET state = 'applied', applying = false, rows_done = rows_total
  WHERE id = $1 AND digest = $2 AND state = 'ready'`;

export const DELETE_OLD = `DELETE FROM catalog_imports WHERE NOT (${KEPT})`;

export const LEFT_OVER = `
  SELECT import_id AS id FROM (
    SELECT DISTINCT import_id FROM catalog_import_rows
    UNION SELECT DISTINCT import_id FROM catalog_import_changes) rest
  WHERE NOT EXISTS (SELECT FROM catalog_imports WHERE id = import_id)
  LIMIT 100`;
