import type { CatalogView, ListedProduct } from '../view/catalog-view.js';
import type { CategoryPath } from '../view/category-path.js';
import type { ProductRow } from '../view/catalog-snapshot.js';
import { BUFFER_OVERHEAD_BYTES, type AnswerMemory } from './memory/answer-memory.js';
import { bytesOf, type EncodedText } from './memory/rope.js';
import type { EventLoopYielder } from './scheduling/event-loop-yielder.js';

interface CachedItem {
  readonly row: ProductRow;
  readonly path: CategoryPath;
  /** Starts with a comma; undefined if the product is not listed. */
  readonly text: EncodedText | undefined;
}

/**
 * Single rendered products, as one audience sees them, for lists of ids. The lists differ from request to request, but the
 * text of a product is in memory once. It is reused while its row and its category path have not changed.
 */
export class ProductItems {
  private readonly cached = new Map<number, CachedItem>();

  constructor(
    private readonly render: (product: ListedProduct) => string,
    private readonly memory: AnswerMemory,
  ) {}

  /** The listed products in the order of the ids; each text starts with a comma. */
  async textsOf(
    view: CatalogView,
    ids: readonly number[],
    yielder: EventLoopYielder,
  ): Promise<EncodedText[]> {
    const paths = new Map<number, CategoryPath | undefined>();
    const texts: EncodedText[] = [];
    for (const id of ids) {
      const row = view.snapshot.product(id);
      if (row && !paths.has(row.categoryId)) paths.set(row.categoryId, view.pathOf(row.categoryId));
      const path = row && paths.get(row.categoryId);
      if (!path) {
        this.forget(id);
        continue;
      }
      const known = this.cached.get(id);
      const isCurrent = known?.row === row && known.path === path;
      const text = isCurrent ? known.text : this.cache(view, row, path);
      if (text) texts.push(text);
      await yielder.yieldIfDue();
    }
    return texts;
  }

  /** Removes products of categories that do not exist. */
  sweep(exists: (categoryId: number) => boolean): void {
    for (const [id, { path }] of this.cached) if (!exists(path.category.id)) this.forget(id);
  }

  private cache(view: CatalogView, row: ProductRow, path: CategoryPath): EncodedText | undefined {
    const [listed] = view.listedAmong([row], path);
    const json = listed && `,${this.render(listed)}`;
    const text = json === undefined ? undefined : { bytes: bytesOf(json), length: json.length };
    this.forget(row.id);
    this.cached.set(row.id, { row, path, text });
    this.memory.grow(costOf(text));
    return text;
  }

  private forget(id: number): void {
    this.memory.grow(-costOf(this.cached.get(id)?.text));
    this.cached.delete(id);
  }
}

function costOf(text: EncodedText | undefined): number {
  return text ? text.bytes.byteLength + BUFFER_OVERHEAD_BYTES : 0;
}
