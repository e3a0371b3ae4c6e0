import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { TemporarilyUnavailableError } from '../../common/app-error.js';
import { Database } from '../../database/database.js';
import { ReadReplica } from '../../database/read-replica.js';
import {
  databaseClock,
  partsOf,
  revisionIn,
  type Revisions,
} from '../../database/revision/revisions.js';
import { CatalogPolicies } from '../policies/catalog-policies.js';
import {
  CATEGORY_COLUMNS,
  PRICE_COLUMNS,
  PRODUCT_COLUMNS,
  VISIBILITY_COLUMNS,
} from './catalog-columns.js';
import { hasEnded } from './snapshot-freshness.js';
import {
  CatalogSnapshot,
  type CatalogRows,
  type CategoryRow,
  type ProductRow,
} from './catalog-snapshot.js';
import type { PolicyDecisions } from '../policies/policy-decisions.js';
import type { PriceRuleRow, VisibilityRuleRow } from './rules.js';

/** More are hardly ever needed: a catalog change would have to be committed during each of them. */
const MAX_SLICE_READS = 10;

/** Reads the catalog without deleted items: completely, or the slice around one product. */
@Injectable()
export class CatalogRepository {
  constructor(
    private readonly database: Database,
    private readonly replica: ReadReplica,
    private readonly policies: CatalogPolicies,
  ) {}

  /**
   * The whole catalog at one revision, with the facts of policies. If the earlier snapshot can be updated, only the changed
   * rows are read.
   * @param wanted the current revisions. The read replica is used only if it has exactly this catalog revision.
   */
  async load(earlier: CatalogSnapshot | undefined, wanted: Revisions): Promise<CatalogSnapshot> {
    const replicated = await this.loadFromReplica(earlier, wanted);
    if (replicated) return replicated;
    return this.database.snapshot(async (manager) =>
      this.after(earlier, await stepFrom(earlier?.revision, manager), manager),
    );
  }

  /**
   * A product with its categories, the rules on them and the facts of policies about it: without policies in one statement.
   * An order is decided on this slice, read in its own transaction, never on a cached catalog.
   * @throws TemporarilyUnavailableError (111) if a policy throws, or the catalog changes whenever facts are read
   */
  async loadSlice(productId: number, manager?: EntityManager): Promise<CatalogSnapshot> {
    if (!this.policies.areUsed) return this.slice(manager ?? this.database.manager, productId);
    if (!manager) return this.database.snapshot((own) => this.slice(own, productId));
    // Each statement of the transaction sees what was committed before it. Without a change of the catalog in between,
    // the slice and the facts of all policies are those of one state.
    for (let count = 0; count < MAX_SLICE_READS; count++) {
      const slice = await this.slice(manager, productId);
      const [present] = await manager.query<{ revision: string }[]>(REVISION);
      if (present?.revision === slice.revision) return slice;
    }
    throw new TemporarilyUnavailableError(new Error('the catalog changes too fast'));
  }

  private async slice(manager: EntityManager, productId: number): Promise<CatalogSnapshot> {
    const rows = await manager.query<[{ slice: CatalogRows & Moment }]>(SLICE, [productId]);
    const { slice } = rows[0];
    const policies = await this.policies.read(manager, slice.timeMs, productId);
    return CatalogSnapshot.of({ ...slice, policies });
  }

  /**
   * The snapshot from the read replica; undefined unless the replica has exactly the wanted revision. The clock of the
   * replica may be another one, so policies decide by the clock of the primary when it had that revision. Facts that have
   * ended since then are not used.
   */
  private loadFromReplica(
    earlier: CatalogSnapshot | undefined,
    wanted: Revisions,
  ): Promise<CatalogSnapshot | undefined> {
    return this.replica.snapshot(async (manager) => {
      const step = await stepFrom(earlier?.revision, manager);
      if (step.revision !== wanted.catalog) return undefined;
      const timeMs = Math.floor(wanted.clock * 1000);
      const snapshot = await this.after(earlier, { ...step, timeMs }, manager);
      return hasEnded(snapshot.policies, databaseClock(wanted)) ? undefined : snapshot;
    });
  }

  /** The snapshot after this step, with facts read at its time. */
  private async after(
    earlier: CatalogSnapshot | undefined,
    step: Step,
    manager: EntityManager,
  ): Promise<CatalogSnapshot> {
    const isSame = step.revision === earlier?.revision;
    if (isSame && !hasEnded(earlier.policies, step.timeMs / 1000)) return earlier;
    const policies = await this.policies.read(manager, step.timeMs);
    return isSame
      ? earlier.withPolicies(policies)
      : snapshotAfter(manager, step, earlier, policies);
  }
}

/** The snapshot of another revision, made from the earlier one if the changes since are known. */
async function snapshotAfter(
  manager: EntityManager,
  { revision, changes }: Step,
  earlier: CatalogSnapshot | undefined,
  policies: PolicyDecisions | undefined,
): Promise<CatalogSnapshot> {
  if (!earlier || !changes) {
    return CatalogSnapshot.of({ ...(await allRows(manager, revision)), policies });
  }
  return earlier.with({
    revision,
    policies,
    categories: await changedRows<CategoryRow>(manager, CATEGORIES, changes.category),
    products: await changedRows<ProductRow>(manager, PRODUCTS, changes.product),
    visibilityRules: await changedRows<VisibilityRuleRow>(
      manager,
      VISIBILITY_RULES,
      changes.visibility_rule,
    ),
    priceRules: await changedRows<PriceRuleRow>(manager, PRICE_RULES, changes.price_rule),
  });
}

interface Moment {
  /** The database's clock when the rows were read, in whole milliseconds since 1970. */
  readonly timeMs: number;
}

interface Step extends Moment {
  readonly revision: string;
  /** The ids of changed rows by kind; null if they are unknown, or everything has changed. */
  readonly changes: Partial<Record<string, number[]>> | null;
}

/** The current revision, and the changes since an earlier one. */
async function stepFrom(from: string | undefined, manager: EntityManager): Promise<Step> {
  const [step] = await manager.query<Step[]>(
    STEP,
    from === undefined ? [null, null] : partsOf(from),
  );
  if (!step) throw new Error('the catalog revision row is missing');
  return step;
}

async function allRows(manager: EntityManager, revision: string): Promise<CatalogRows> {
  return {
    revision,
    categories: await manager.query<CategoryRow[]>(CATEGORIES.all),
    products: await manager.query<ProductRow[]>(PRODUCTS.all),
    visibilityRules: await manager.query<VisibilityRuleRow[]>(VISIBILITY_RULES.all),
    priceRules: await manager.query<PriceRuleRow[]>(PRICE_RULES.all),
  };
}

async function changedRows<Row extends { id: number }>(
  manager: EntityManager,
  { some }: { some: string },
  ids: readonly number[] = [],
): Promise<Map<number, Row | undefined>> {
  const changes = new Map<number, Row | undefined>(ids.map((id) => [id, undefined]));
  if (ids.length === 0) return changes;
  for (const row of await manager.query<Row[]>(some, [ids])) changes.set(row.id, row);
  return changes;
}

const REVISION = `SELECT ${revisionIn('catalog_revision')} AS revision FROM catalog_revision`;

const TIME_MS = 'floor(extract(epoch FROM clock_timestamp()) * 1000)::float8';

/** The changes are known if the earlier revision is listed with its nonce: then all later ones are listed, too. */
const STEP = `
  SELECT ${revisionIn('catalog_revision')} AS revision, CASE WHEN revision > $1::bigint AND EXISTS (
      SELECT FROM catalog_changes
      WHERE catalog_changes.revision = $1::bigint AND catalog_changes.nonce = $2)
    AND NOT EXISTS (
      SELECT FROM catalog_changes
      WHERE catalog_changes.revision > $1::bigint AND kind = 'everything')
    THEN (
      SELECT coalesce(json_object_agg(kind, ids), '{}') FROM (
        SELECT kind, json_agg(DISTINCT id) AS ids FROM catalog_changes
        WHERE catalog_changes.revision > $1::bigint GROUP BY kind
      ) AS noted)
    END AS changes,
    ${TIME_MS} AS "timeMs"
  FROM catalog_revision`;

const CATEGORIES = rowsOf('categories', CATEGORY_COLUMNS, true);
const PRODUCTS = rowsOf('products', PRODUCT_COLUMNS, true);
const VISIBILITY_RULES = rowsOf('visibility_rules', VISIBILITY_COLUMNS, false);
const PRICE_RULES = rowsOf('price_rules', PRICE_COLUMNS, false);

/** The statements that read all rows of a table in display order, or those with the ids $1; without deleted items. */
function rowsOf(table: string, columns: string, placed: boolean): { all: string; some: string } {
  const select = `SELECT ${columns} FROM ${table}`;
  return placed
    ? {
        all: `${select} WHERE deleted_at IS NULL ORDER BY position, id`,
        some: `${select} WHERE deleted_at IS NULL AND id = ANY ($1::integer[])`,
      }
    : { all: select, some: `${select} WHERE id = ANY ($1::integer[])` };
}

/** UNION drops repeated rows, so a circle of parents ends too. */
const SLICE = `
  WITH RECURSIVE product AS (
    SELECT * FROM products WHERE id = $1 AND deleted_at IS NULL
  ), path AS (
    SELECT category.* FROM categories category JOIN product ON category.id = product.category_id
    UNION
    SELECT parent.* FROM categories parent JOIN path ON parent.id = path.parent_id
  ), category_rows AS (
    SELECT ${CATEGORY_COLUMNS} FROM path WHERE deleted_at IS NULL
  ), product_rows AS (
    SELECT ${PRODUCT_COLUMNS} FROM product
  ), visibility_rows AS (
    SELECT ${VISIBILITY_COLUMNS} FROM visibility_rules
    WHERE product_id = $1 OR category_id IN (SELECT id FROM path)
  ), price_rows AS (
    SELECT ${PRICE_COLUMNS} FROM price_rules
    WHERE product_id = $1 OR category_id IN (SELECT id FROM path)
      OR (product_id IS NULL AND category_id IS NULL)
  )
  SELECT json_build_object(
    'timeMs', ${TIME_MS},
    'revision', (SELECT ${revisionIn('catalog_revision')} FROM catalog_revision),
    'categories', coalesce((SELECT json_agg(category_rows) FROM category_rows), '[]'),
    'products', coalesce((SELECT json_agg(product_rows) FROM product_rows), '[]'),
    'visibilityRules', coalesce((SELECT json_agg(visibility_rows) FROM visibility_rows), '[]'),
    'priceRules', coalesce((SELECT json_agg(price_rows) FROM price_rows), '[]')
  ) AS slice`;
