import { RefusedError } from './errors.js';
import { isRecord } from './reply.js';
import type { Shop } from './shop.js';
import type { Category, Product, Success } from './types.js';

/** All that an account sees, as of a cursor. It is plain JSON: store it as a whole, and go on with it later. */
export interface CatalogState {
  readonly cursor: string;
  readonly categories: Readonly<Record<number, Category>>;
  readonly products: Readonly<Record<number, Product>>;
}

type Changes = Success<'changes'>;

/** The code of a text that is no cursor. */
const MALFORMED = 114;

/**
 * The state after all changes up to now. The former one is never touched, so an answer is applied as a whole or not at
 * all. A cursor that cannot be read leads to a full answer.
 */
export async function syncedCatalog(
  shop: Shop,
  stored?: CatalogState,
  signal?: AbortSignal,
): Promise<CatalogState> {
  const state = stored && isOfNumbers(stored) ? undefined : stored;
  try {
    return applied(await changes(shop, state?.cursor, signal), state);
  } catch (error) {
    if (!state || !(error instanceof RefusedError) || error.code !== MALFORMED) throw error;
    return applied(await changes(shop, undefined, signal));
  }
}

/** True for a state that was stored when prices were numbers: it is not gone on with. */
function isOfNumbers({ products }: CatalogState): boolean {
  return Object.values(products).some(({ price }) => typeof price !== 'string');
}

function changes(
  shop: Shop,
  since: string | undefined,
  signal: AbortSignal | undefined,
): Promise<Changes> {
  return shop.get<'changes'>({
    path: 'changes',
    query: { since },
    keys: ['full', 'categories', 'products', 'cursor'],
    hasPrices: true,
    signal,
    // A full answer is large, and is asked for once; so is a change, after which there is another cursor.
    ...(since !== undefined && { isCatalog: true }),
    isLasting: (body) => isRecord(body) && body.cursor === since,
  });
}

/** @throws Error when differences are told to a client that has nothing */
export function applied(answer: Changes, state?: CatalogState): CatalogState {
  const { full, categories, products, removed_categories, removed_products, cursor } = answer;
  if (full) return { cursor, categories: byId(categories), products: byId(products) };
  if (!state) throw new Error('The shop has told differences to nothing');
  return {
    cursor,
    categories: updated(state.categories, categories, removed_categories),
    products: updated(state.products, products, removed_products),
  };
}

type ById<Item> = Readonly<Record<number, Item>>;

function byId<Item extends { readonly id: number }>(items: readonly Item[]): ById<Item> {
  return Object.fromEntries(items.map((item) => [item.id, item]));
}

function updated<Item extends { readonly id: number }>(
  before: ById<Item>,
  changed: readonly Item[],
  removed: readonly number[] = [],
): ById<Item> {
  if (changed.length === 0 && removed.length === 0) return before;
  const gone = new Set(removed.map(String));
  const kept = Object.entries(before).filter(([id]) => !gone.has(id));
  return { ...Object.fromEntries(kept), ...byId(changed) };
}
