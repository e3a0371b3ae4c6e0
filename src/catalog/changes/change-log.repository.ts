import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { partsOf } from '../../database/revision/revisions.js';
import {
  CATEGORY_COLUMNS,
  PRICE_COLUMNS,
  PRODUCT_COLUMNS,
  VISIBILITY_COLUMNS,
} from '../view/catalog-columns.js';
import type { CatalogChanges, CatalogRows } from '../view/catalog-snapshot.js';

/** What would undo the changes: the rows as they were, and undefined for those that did not exist. */
export type FormerRows = Omit<CatalogChanges, 'revision' | 'policies'>;

/** With more entries of the log, an answer with everything costs less. */
const MAX_ENTRIES = 20_000;
/** The rows come as one text, which is parsed at once. */
const MAX_FORMER_ROWS = 5_000;

type Kind = 'category' | 'product' | 'visibility_rule' | 'price_rule';

type Log = Pick<CatalogRows, 'categories' | 'products' | 'visibilityRules' | 'priceRules'> & {
  /** The ids of all changed rows. */
  readonly ids: Readonly<Partial<Record<Kind, readonly number[]>>>;
};

/** Reads the log of the catalog's changes. */
@Injectable()
export class ChangeLogRepository {
  constructor(private readonly database: Database) {}

  /**
   * The rows that changed after the revision `since` up to the revision `until`, as they were at `since`. Undefined if the
   * log does not say it, or there are too many.
   */
  async formerRows(since: string, until: string): Promise<FormerRows | undefined> {
    const parameters = [...partsOf(since), ...partsOf(until)];
    const [row] = await this.database.manager.query<{ log: Log | null }[]>(READ_LOG, parameters);
    if (!row?.log) return undefined;
    const { ids, categories, products, visibilityRules, priceRules } = row.log;
    return {
      categories: byId(ids.category, categories),
      products: byId(ids.product, products),
      visibilityRules: byId(ids.visibility_rule, visibilityRules),
      priceRules: byId(ids.price_rule, priceRules),
    };
  }
}

function byId<Row extends { readonly id: number }>(
  ids: readonly number[] = [],
  rows: readonly Row[],
): Map<number, Row | undefined> {
  const former = new Map<number, Row | undefined>(ids.map((id) => [id, undefined]));
  for (const row of rows) former.set(row.id, row);
  return former;
}

/**
 * Both revisions must be listed with their nonces: then all between them are listed, too. An entry without a former row is
 * one of everything. In one statement, so that the log cannot be cut in between.
 */
const READ_LOG = `
  WITH noted AS MATERIALIZED (
    SELECT revision, kind, id, former FROM catalog_changes
    WHERE revision > $1::bigint AND revision <= $3::bigint
    ORDER BY revision LIMIT ${MAX_ENTRIES + 1}
  ), former_rows AS MATERIALIZED (
    SELECT DISTINCT ON (kind, id) kind, id, former FROM noted
    WHERE former::text <> 'false' ORDER BY kind, id, revision
  ), category_rows AS (${formerRows('categories', 'category', CATEGORY_COLUMNS, true)}
  ), product_rows AS (${formerRows('products', 'product', PRODUCT_COLUMNS, true)}
  ), visibility_rows AS (${formerRows('visibility_rules', 'visibility_rule', VISIBILITY_COLUMNS, false)}
  ), price_rows AS (${formerRows('price_rules', 'price_rule', PRICE_COLUMNS, false)}
  )
  SELECT CASE
    WHEN EXISTS (SELECT FROM catalog_changes WHERE revision = $1::bigint AND nonce = $2::uuid)
      AND EXISTS (SELECT FROM catalog_changes WHERE revision = $3::bigint AND nonce = $4::uuid)
      AND NOT EXISTS (SELECT FROM noted WHERE former IS NULL)
      AND (SELECT count(*) FROM noted) <= ${MAX_ENTRIES}
      AND (SELECT count(*) FROM former_rows) <= ${MAX_FORMER_ROWS}
    THEN json_build_object(
      'ids', (SELECT coalesce(json_object_agg(kind, ids), '{}') FROM (
        SELECT kind, json_agg(id) AS ids FROM former_rows GROUP BY kind) AS changed),
      'categories', coalesce((SELECT json_agg(category_rows) FROM category_rows), '[]'),
      'products', coalesce((SELECT json_agg(product_rows) FROM product_rows), '[]'),
      'visibilityRules', coalesce((SELECT json_agg(visibility_rows) FROM visibility_rows), '[]'),
      'priceRules', coalesce((SELECT json_agg(price_rows) FROM price_rows), '[]'))
    END AS log`;

/** The former rows of one table, those that existed and were not deleted. */
function formerRows(table: string, kind: Kind, columns: string, placed: boolean): string {
  return `
    SELECT ${columns}
    FROM (SELECT former FROM former_rows WHERE kind = '${kind}' AND json_typeof(former) = 'object') AS of_kind,
         json_populate_record(NULL::${table}, former)${placed ? '\n    WHERE deleted_at IS NULL' : ''}`;
}
