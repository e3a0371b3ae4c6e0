import { fieldOrderChanges } from '../../field-order.js';
import {
  allCreated,
  allUpdated,
  CATEGORY_TABLE,
  columnNames,
  PRODUCT_TABLE,
} from '../import-table.js';
import { allHidden, allShown } from '../import-visibility.js';
import { PRICE_TABLE } from '../price-list.repository.js';

/** What is compared, and whether what is not in the file is hidden. */
export interface ComparedTables {
  readonly pricesOnly: boolean;
  readonly hideMissing: boolean;
}

/** All changes of the rows that are staged. */
function changesOf({ pricesOnly, hideMissing }: ComparedTables): string {
  const lists = pricesOnly
    ? [allUpdated(PRICE_TABLE)]
    : [CATEGORY_TABLE, PRODUCT_TABLE].flatMap((table) => [
        allUpdated(table),
        allCreated(table),
        allShown(table),
        ...(hideMissing ? [allHidden(table)] : []),
      ]);
  return lists.join(' UNION ALL ');
}

/**
 * The changes of a range of ids, counted, and the SHA-256 of each one after the other, by item. Names of items are left out
 * of them: they are among the values, where they are written. $1 and $2: only items behind the one id and up to the other.
 */
export function readChanges(tables: ComparedTables): string {
  return `
    WITH changes AS MATERIALIZED (${changesIn(tables)})
    ${COUNTED}`;
}

/** The same, and stores the changes. $3: the import, $4: the comparison. */
export function storeChanges(tables: ComparedTables): string {
  return `
    WITH changes AS MATERIALIZED (${changesIn(tables)}),
    stored AS (
      INSERT INTO catalog_import_changes
        (import_id, comparison, item, item_id, change, name, before, after)
      SELECT $3::uuid, $4::integer, item, item_id, change, name, before, after FROM changes
    )
    ${COUNTED}`;
}

function changesIn(tables: ComparedTables): string {
  return `
    SELECT * FROM (${changesOf(tables)}) found
    WHERE item_id > $1::integer AND item_id <= $2::integer`;
}

const FIELDS = columnNames(PRODUCT_TABLE).indexOf('fields') + 1;

/** How many products get their fields in another order; of a price list none does. */
const REORDERED = `(
  SELECT count(*)::integer FROM changes
  WHERE item = 'product' AND change = 'updated' AND before[${FIELDS}] <> after[${FIELDS}]
    AND ${fieldOrderChanges(`before[${FIELDS}]::json`, `after[${FIELDS}]::json`)})`;

const COUNTED = `
  SELECT
    coalesce(string_agg(
      sha256(convert_to(ROW(item, item_id, change, before, after)::text, 'UTF8')), ''
      ORDER BY item_id, item, change), '') AS hashes,
    (SELECT json_object_agg(kind, count) FROM (
      SELECT item || ' ' || change AS kind, count(*) FROM changes GROUP BY 1) counted) AS counts,
    ${REORDERED} AS reordered
  FROM changes`;
