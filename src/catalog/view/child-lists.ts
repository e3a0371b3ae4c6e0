import { IdMap } from './id-map.js';

interface Placed {
  readonly id: number;
  readonly position: number;
}

/** Immutable lists of items by parent, each in display order: by position, then by id. */
export class ChildLists<Item extends Placed> {
  private constructor(
    private readonly lists: IdMap<readonly Item[]>,
    private readonly parentOf: (item: Item) => number,
  ) {}

  /** @param items in display order */
  static of<Item extends Placed>(
    items: readonly Item[],
    parentOf: (item: Item) => number,
  ): ChildLists<Item> {
    return new ChildLists(IdMap.of(Map.groupBy(items, parentOf)), parentOf);
  }

  /** The list of a parent; the same object until one of its items changes. */
  in(parent: number): readonly Item[] {
    return this.lists.get(parent) ?? NONE;
  }

  /** @param changes the changed items before and now; undefined for items that did not or do not exist */
  with(changes: readonly { before: Item | undefined; now: Item | undefined }[]): ChildLists<Item> {
    const come = new Map<number, Item[]>();
    const listOf = (item: Item): Item[] => {
      const parent = this.parentOf(item);
      const list = come.get(parent) ?? [];
      come.set(parent, list);
      return list;
    };
    const gone = new Set<Item>();
    for (const { before, now } of changes) {
      if (before) {
        gone.add(before);
        listOf(before);
      }
      if (now) listOf(now).push(now);
    }
    const lists = new Map<number, readonly Item[] | undefined>();
    for (const [parent, items] of come) {
      const list = [...this.in(parent).filter((item) => !gone.has(item)), ...items];
      list.sort((one, other) => one.position - other.position || one.id - other.id);
      lists.set(parent, list.length > 0 ? list : undefined);
    }
    return new ChildLists(this.lists.with(lists), this.parentOf);
  }
}

const NONE: readonly never[] = [];
