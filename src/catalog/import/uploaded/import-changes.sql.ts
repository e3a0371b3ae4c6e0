import { allCreated, allUpdated, CATEGORY_TABLE, PRODUCT_TABLE } from '../import-table.js';
import { allHidden, allShown } from '../import-visibility.js';
import { PRICE_TABLE } from '../price-list.repository.js';

/** What is compared, and whether what is not in the file is hidden. */
export interface ComparedTables {
  readonly pricesOnly: boolean;
  readonly hideMissing: boolean;
}

/** All changes of the rows that are staged; $1: whether `demo` is kept. */
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

/** $2: the import, $3: the comparison; $4 and $5: only items behind the one id and up to the other. */
export function storeChanges(tables: ComparedTables): string {
  return `
    INSERT INTO catalog_import_changes
      (import_id, comparison, item, item_id, change, name, before, after)
    SELECT $2::uuid, $3::integer, item, item_id, change, name, before, after
    FROM (${changesOf(tables)}) changes WHERE item_id > $4::integer AND item_id <= $5::integer`;
}

/**
 * SHA-256 of all changes, in base64url. Names of items are left out: they are among the values, where they are written.
 */
export function digestOfChanges(tables: ComparedTables): string {
  const row = 'ROW(item, item_id, change, before, after)::text';
  return `
    SELECT rtrim(translate(encode(sha256(convert_to(coalesce(string_agg(
      sha256(convert_to(${row}, 'UTF8'))::text, '' ORDER BY item, item_id, change), ''), 'UTF8')),
      'base64'), '+/', '-_'), '=') AS digest
    FROM (${changesOf(tables)}) changes`;
}
