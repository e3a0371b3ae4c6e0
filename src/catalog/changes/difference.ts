import type { CatalogShapes } from '../answers/catalog-shapes.js';
import { Rope } from '../answers/memory/rope.js';
import type { CatalogView } from '../view/catalog-view.js';
import type { AffectedItem } from './affected-items.js';

/** The differences of one list, by id: the text of each item that is new or looks otherwise now, undefined for a removed one. */
type Differences = Map<number, string | undefined>;

/** What one audience sees otherwise than before, in the texts of the wire. */
export class Difference {
  private readonly categories: Differences = new Map();
  private readonly products: Differences = new Map();

  /** @param before the view of the same audience in an earlier snapshot, whose unchanged rows are the same objects */
  constructor(
    private readonly before: CatalogView,
    private readonly now: CatalogView,
    private readonly shapes: CatalogShapes,
  ) {}

  /** The number of items that differ. */
  get size(): number {
    return this.categories.size + this.products.size;
  }

  /** Compares an item. Each is to be compared once. */
  compare({ kind, id }: AffectedItem): void {
    if (kind === 'category') this.compareCategory(id);
    else this.compareProduct(id);
  }

  /** The answer, with its items in the order of their ids. */
  rope(cursor: string): Rope {
    const categories = sorted(this.categories);
    const products = sorted(this.products);
    return new Rope()
      .add('{"status":"OK","full":false,"categories":[')
      .addList(shown(categories))
      .add('],"products":[')
      .addList(shown(products))
      .add(`],"removed_categories":[${removed(categories).join()}]`)
      .add(`,"removed_products":[${removed(products).join()}]`)
      .add(`,"cursor":"${cursor}"}`);
  }

  private compareCategory(id: number): void {
    const before = this.before.pathOf(id)?.category;
    const now = this.now.pathOf(id)?.category;
    if (before === now) return;
    note(this.categories, id, before, now, this.shapes.categoryJson);
  }

  private compareProduct(id: number): void {
    const before = this.before.listedProduct(id);
    const now = this.now.listedProduct(id);
    const isSame =
      before?.price === now?.price &&
      before?.category === now?.category &&
      this.before.snapshot.product(id) === this.now.snapshot.product(id);
    if (isSame) return;
    note(this.products, id, before, now, this.shapes.productJson);
  }
}

function note<Item>(
  differences: Differences,
  id: number,
  before: Item | undefined,
  now: Item | undefined,
  textOf: (item: Item) => string,
): void {
  const text = now && textOf(now);
  if (text !== (before && textOf(before))) differences.set(id, text);
}

type Sorted = readonly (readonly [id: number, text: string | undefined])[];

function sorted(differences: Differences): Sorted {
  return [...differences].sort(([one], [other]) => one - other);
}

function shown(differences: Sorted): string[] {
  return differences.flatMap(([, text]) => text ?? []);
}

function removed(differences: Sorted): number[] {
  return differences.flatMap(([id, text]) => (text === undefined ? [id] : []));
}
