import type { TestDatabase } from '../../support/test-database.js';

/** The columns of an item as texts; null where there is no value. */
export type Columns = Readonly<Record<string, string | null>>;

/** The catalog of a database, by the ids of its items. */
export interface CatalogState {
  readonly category: ReadonlyMap<number, Columns>;
  readonly product: ReadonlyMap<number, Columns>;
  /** Items that an import has hidden from everyone, such as `product 17`. */
  readonly hidden: ReadonlySet<string>;
}

export type Item = 'category' | 'product';

/** Read by SQL alone: no code is shared with the server. */
const TABLES: Readonly<Record<Item, string>> = {
  category: `
    SELECT id, parent_id::text, name, image, position::text,
      demo::text, (deleted_at IS NOT NULL)::text AS deleted
    FROM categories ORDER BY id`,
  product: `
    SELECT id, category_id::text, name, trim_scale(price)::text AS price, available::text,
      product_type, qty_values::text, fields::text, image, position::text,
      demo::text, (deleted_at IS NOT NULL)::text AS deleted
    FROM products ORDER BY id`,
};

const HIDDEN = `
  SELECT coalesce('product ' || product_id, 'category ' || category_id) AS item
  FROM visibility_rules
  WHERE account_id IS NULL AND group_id IS NULL AND origin = 'import' AND NOT visible`;

export async function catalogState(db: TestDatabase): Promise<CatalogState> {
  const hidden = await db.query<{ item: string }>(HIDDEN);
  return {
    category: await rowsOf(db, 'category'),
    product: await rowsOf(db, 'product'),
    hidden: new Set(hidden.map(({ item }) => item)),
  };
}

async function rowsOf(db: TestDatabase, item: Item): Promise<Map<number, Columns>> {
  const rows = await db.query<{ id: number } & Columns>(TABLES[item]);
  return new Map(rows.map(({ id, ...columns }) => [id, columns]));
}

/** The first difference in words; undefined when there is none. */
export function firstDifference(have: CatalogState, want: CatalogState): string | undefined {
  for (const item of ['category', 'product'] as const) {
    for (const id of new Set([...want[item].keys(), ...have[item].keys()])) {
      const [one, other] = [textOf(have[item].get(id)), textOf(want[item].get(id))];
      if (one !== other) return `${item} ${id} is ${one}, not ${other}`;
    }
  }
  const wrong = inOneAlone(have.hidden, want.hidden);
  return wrong && `${wrong} is hidden in one of both alone`;
}

/** The first text that one of both sets alone has. */
export function inOneAlone(
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
): string | undefined {
  return [...one].find((text) => !other.has(text)) ?? [...other].find((text) => !one.has(text));
}

function textOf(columns: Columns | undefined): string {
  return JSON.stringify(Object.entries(columns ?? {}).sort());
}
