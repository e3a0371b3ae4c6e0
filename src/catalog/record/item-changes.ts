/** The texts of JSON values, by column, exactly as they are stored. */
export type JsonTexts = Readonly<Record<string, string>>;

/** Which values of what: an item's own, or its price or visibility for an account, a group, or everyone. */
export interface ItemKey {
  readonly kind: 'product' | 'category' | 'catalog';
  /** Of the product or category; 0 for the whole catalog. */
  readonly itemId: number;
  readonly part: 'values' | 'price' | 'visibility';
  readonly accountId: number | null;
  readonly groupId: number | null;
}

/** The values that one statement has changed; null on the side on which there was nothing. */
export interface ItemChange {
  readonly before: JsonTexts | null;
  readonly after: JsonTexts | null;
}

/** How an item goes back: by these values, as the row that it was, or by being taken away. */
export type WayBack =
  | { readonly way: 'update' | 'insert'; readonly values: JsonTexts }
  | { readonly way: 'remove' | 'left' | 'same' };

/**
 * Decides how an item goes back behind an entry: where each changed column still has the value that the entry has set, and else
 * not at all.
 * @param changes of the item by the entry, the first one first
 * @param present the item as it is now; null if it is not there
 */
export function wayBack(changes: readonly ItemChange[], present: JsonTexts | null): WayBack {
  const former = stateOf(changes.toReversed().map(({ before }) => before));
  const set = stateOf(changes.map(({ after }) => after));
  if (set === null) {
    if (former === null) return { way: 'same' };
    return present === null ? { way: 'insert', values: former } : { way: 'left' };
  }
  const changed = Object.keys(set).filter(
    (column) =>
      (former ? column !== 'id' : !isNotedLater(column, set, present)) &&
      former?.[column] !== set[column],
  );
  if (changed.length === 0) return { way: 'same' };
  if (present === null || changed.some((column) => present[column] !== set[column])) {
    return { way: 'left' };
  }
  if (former === null) return { way: 'remove' };
  const values = changed.map((column) => [column, former[column] ?? 'null'] as const);
  return { way: 'update', values: Object.fromEntries(values) };
}

/** That its pieces are codes is noted of an order, and its picture comes after an import: nobody has changed what was made. */
function isNotedLater(column: string, set: JsonTexts, present: JsonTexts | null): boolean {
  if (column === 'delivers_codes') return true;
  return (
    column === 'image' && set.image === 'null' && Boolean(present?.image?.startsWith('"/images/'))
  );
}

/** What is known at the end of some states, of which each tells only what differs; null if nothing is there then. */
function stateOf(states: readonly (JsonTexts | null)[]): JsonTexts | null {
  if (states.at(-1) === null) return null;
  return Object.assign({}, ...states.map((state) => state ?? {})) as JsonTexts;
}
