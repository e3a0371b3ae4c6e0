import type { CatalogView, ListedProduct } from '../view/catalog-view.js';
import type { CategoryPath } from '../view/category-path.js';
import type { ProductRow } from '../view/catalog-snapshot.js';
import { BUFFER_OVERHEAD_BYTES, type AnswerMemory } from './memory/answer-memory.js';
import { bytesOf, type EncodedText } from './memory/rope.js';
import type { EventLoopYielder } from './scheduling/event-loop-yielder.js';

interface Remembered {
  readonly row: ProductRow;
  readonly path: CategoryPath;
  /** With a comma before it; undefined when it is not listed. */
  readonly text: EncodedText | undefined;
}

/**
 * Single products as one audience sees them, for lists of ids: the lists differ from caller to caller, and what stands
 * in them is in memory once. What was made for one revision serves the next ones while it is the same.
 */
export class ProductItems {
  private readonly remembered = new Map<number, Remembered>();

  constructor(
    private readonly render: (product: ListedProduct) => string,
    private readonly memory: AnswerMemory,
  ) {}

  /** Those that are listed, each with a comma before it, in the order of the ids. */
  async textsOf(view: CatalogView, ids: readonly number[], yielder: EventLoopYielder): Promise<EncodedText[]> {
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
      const known = this.remembered.get(id);
      const stillHolds = known?.row === row && known.path === path;
      const text = stillHolds ? known.text : this.remember(view, row, path);
      if (text) texts.push(text);
      await yielder.yieldIfDue();
    }
    return texts;
  }

  /** Forgets all categories but those that are there. */
  sweep(isThere: (categoryId: number) => boolean): void {
    for (const [id, { path }] of this.remembered) if (!isThere(path.category.id)) this.forget(id);
  }

  private remember(
    view: CatalogView,
    row: ProductRow,
    path: CategoryPath,
  ): EncodedText | undefined {
    const [listed] = view.listedAmong([row], path);
    const json = listed && `,${this.render(listed)}`;
    const text = json === undefined ? undefined : { bytes: bytesOf(json), length: json.length };
    this.forget(row.id);
    this.remembered.set(row.id, { row, path, text });
    this.memory.grow(costOf(text));
    return text;
  }

  private forget(id: number): void {
    this.memory.grow(-costOf(this.remembered.get(id)?.text));
    this.remembered.delete(id);
  }
}

function costOf(text: EncodedText | undefined): number {
  return text ? text.bytes.byteLength + BUFFER_OVERHEAD_BYTES : 0;
}
