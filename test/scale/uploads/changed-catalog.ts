import type { Random } from '../../support/random.js';
import type { CatalogState, Columns, Item } from './catalog-state.js';

/** An item of a catalog that an import changes, and how. */
export interface Change {
  readonly item: Item;
  readonly id: number;
  readonly change: string;
  /** The values that become others, by the names of the columns. */
  readonly values: Readonly<Record<string, readonly [before: string | null, after: string | null]>>;
}

/** A catalog file that differs from a stored catalog, and how it differs. */
export interface ChangedCatalog {
  /** In our own format. */
  readonly file: string;
  readonly changes: readonly Change[];
  /** Products that stay as they are and can be ordered. */
  readonly untouched: readonly number[];
}

/** Parts of all products. */
const GONE = 0.02;
const NEW = 0.02;
const DEARER = 0.3;
const RENAMED = 0.05;
const MOVED = 0.05;
/** New ids begin above all that are stored. */
const FIRST_NEW = 5_000_001;
const NEW_CATEGORY = 900_001;

/** Makes a file of the stored catalog with new, changed and missing items. */
export function changedCatalog(stored: CatalogState, random: Random): ChangedCatalog {
  const categories = new Map(stored.category);
  const shelves = [...categories].filter(([, { parent_id }]) => parent_id !== null);
  const shelfIds = shelves.map(([id]) => String(id));
  const [renamedId, renamed] = random.pick(shelves);
  categories.set(renamedId, { ...renamed, name: `${renamed.name ?? ''} – نقل` });
  categories.set(NEW_CATEGORY, { ...renamed, name: 'A new shelf', position: '900001' });

  const products = new Map<number, Columns>();
  for (const [id, columns] of stored.product) {
    if (random.chance(GONE)) continue;
    products.set(id, {
      ...columns,
      ...(random.chance(DEARER) && { price: `${random.between(1, 900)}.${random.between(1, 9)}` }),
      ...(random.chance(RENAMED) && { name: `${columns.name ?? ''} <new & "better">` }),
      ...(random.chance(MOVED) && { category_id: random.pick(shelfIds) }),
    });
  }
  const [first = {}] = stored.product.values();
  for (let count = 0; count < stored.product.size * NEW; count++) {
    const id = FIRST_NEW + count;
    const fresh = { name: `New ${id}`, category_id: String(NEW_CATEGORY), position: String(id) };
    products.set(id, { ...first, ...fresh });
  }
  const changes = [
    ...changesOf('category', stored.category, categories),
    ...changesOf('product', stored.product, products),
  ];
  const touched = new Set(changes.map(({ item, id }) => (item === 'product' ? id : 0)));
  const untouched = [...stored.product].flatMap(([id, { available }]) =>
    available === 'true' && !touched.has(id) ? [id] : [],
  );
  return { file: fileOf(categories, products), changes, untouched };
}

function changesOf(
  item: Item,
  before: ReadonlyMap<number, Columns>,
  after: ReadonlyMap<number, Columns>,
): Change[] {
  const hidden = [...before.keys()]
    .filter((id) => !after.has(id))
    .map((id) => ({ item, id, change: 'hidden', values: {} }));
  const others = [...after].flatMap(([id, columns]): Change[] => {
    const old = before.get(id);
    const values = Object.fromEntries(
      Object.entries(columns)
        .map(([name, value]) => [name, [old?.[name] ?? null, value]] as const)
        .filter(([, [one, other]]) => one !== other),
    );
    if (Object.keys(values).length === 0) return [];
    return [{ item, id, change: old ? 'changed' : 'created', values }];
  });
  return [...hidden, ...others];
}

function fileOf(
  categories: ReadonlyMap<number, Columns>,
  products: ReadonlyMap<number, Columns>,
): string {
  const number = (text: string | null = null) => (text === null ? null : Number(text));
  const json = (text: string | null | undefined) => JSON.parse(text ?? 'null') as unknown;
  return JSON.stringify({
    ...{ format: 'souk-catalog', version: 1 },
    categories: [...categories].map(([id, { parent_id, name, image, position }]) => ({
      ...{ id, parent_id: number(parent_id), name, image, position: number(position) },
    })),
    products: [...products].map(([id, columns]) => ({
      id,
      category_id: number(columns.category_id),
      name: columns.name,
      price: columns.price,
      available: columns.available === 'true',
      product_type: columns.product_type,
      qty_values: json(columns.qty_values),
      fields: json(columns.fields),
      image: columns.image,
      position: number(columns.position),
    })),
  });
}

/** The catalog after these changes. */
export function afterChanges(stored: CatalogState, changes: Iterable<Change>): CatalogState {
  const items = { category: new Map(stored.category), product: new Map(stored.product) };
  const hidden = new Set(stored.hidden);
  for (const { item, id, change, values } of changes) {
    if (change === 'hidden') hidden.add(`${item} ${id}`);
    else if (change === 'shown again') hidden.delete(`${item} ${id}`);
    else {
      const fresh = Object.entries(values).map(([name, [, after]]) => [name, after] as const);
      const columns = items[item].get(id) ?? nothingOf(item);
      items[item].set(id, { ...columns, ...Object.fromEntries(fresh) });
    }
  }
  return { ...items, hidden };
}

/** The catalog after they were taken back: as it was stored, and what they have created is deleted. */
export function afterTakingBack(stored: CatalogState, changes: readonly Change[]): CatalogState {
  const applied = afterChanges(stored, changes);
  const items = { category: new Map(stored.category), product: new Map(stored.product) };
  for (const { item, id, change } of changes) {
    if (change === 'created') items[item].set(id, { ...applied[item].get(id), deleted: 'true' });
  }
  return { ...items, hidden: stored.hidden };
}

/** What no value is shown of. */
function nothingOf(item: Item): Columns {
  return item === 'category' ? { parent_id: null, image: null } : { qty_values: null, image: null };
}
