import type { CatalogView, ListedProduct } from '../view/catalog-view.js';
import type { CategoryPath } from '../view/category-path.js';
import type { ProductRow } from '../view/catalog-snapshot.js';
import type { SharedByDigest } from './memory/shared-by-digest.js';
import { fragmentOf, type Fragment } from './memory/rope.js';
import type { EventLoopYielder } from './scheduling/event-loop-yielder.js';

/** The listed products of a category: comma-separated JSON in fragments. */
export interface ProductList {
  readonly fragments: readonly Fragment[];
  readonly count: number;
}

interface Chunk {
  readonly rows: readonly ProductRow[];
  /** Undefined when none of them is listed. */
  readonly fragment: Fragment | undefined;
  readonly count: number;
}

interface Remembered extends ProductList {
  readonly rows: readonly ProductRow[];
  readonly path: CategoryPath;
  readonly chunks: readonly Chunk[];
}

/**
 * A fragment ends after a product whose id is a multiple of this, or after the largest number of products. By the ids
 * and not by counting, so that one product more leaves the other fragments as they are.
 */
const BOUNDARY = 64;
const LARGEST_CHUNK = 256;

/**
 * The products of categories as one audience sees them, rendered once. What was made for one revision serves the
 * next ones wherever nothing that it was made from has changed.
 */
export class ProductFragments {
  private readonly remembered = new Map<number, Remembered>();

  constructor(
    private readonly render: (product: ListedProduct) => string,
    private readonly fragments: SharedByDigest<Fragment>,
  ) {}

  /** @param path a visible category with its ancestors. */
  async listOf(view: CatalogView, path: CategoryPath, yielder: EventLoopYielder): Promise<ProductList> {
    const { category } = path;
    const rows = view.rowsIn(category);
    const before = this.remembered.get(category.id);
    const isLikeBefore = before?.path === path;
    if (isLikeBefore && before.rows === rows) return before;
    const known = new Map(
      (isLikeBefore ? before.chunks : []).map((chunk) => [chunk.rows.at(-1), chunk]),
    );
    const chunks: Chunk[] = [];
    try {
      for (const some of chunked(rows)) {
        const same = known.get(some.at(-1));
        chunks.push(
          same && isSame(same.rows, some) ? this.held(same) : this.chunk(view, path, some),
        );
        await yielder.yieldIfDue();
      }
    } catch (error) {
      this.release(chunks);
      throw error;
    }
    const made = {
      ...{ rows, path, chunks },
      fragments: chunks.flatMap(({ fragment }) => fragment ?? []),
      count: chunks.reduce((sum, { count }) => sum + count, 0),
    };
    // Not those of before: others may have come meanwhile.
    this.release(this.remembered.get(category.id)?.chunks ?? []);
    this.remembered.set(category.id, made);
    return made;
  }

  /** Forgets all categories but those that are there. */
  sweep(isThere: (categoryId: number) => boolean): void {
    for (const [id, { chunks }] of this.remembered) {
      if (isThere(id)) continue;
      this.remembered.delete(id);
      this.release(chunks);
    }
  }

  private chunk(view: CatalogView, path: CategoryPath, rows: readonly ProductRow[]): Chunk {
    const listed = view.listedAmong(rows, path);
    const text = listed.map(this.render).join(',');
    const fragment = text === '' ? undefined : this.fragments.hold(fragmentOf(text));
    return { rows, count: listed.length, fragment };
  }

  private held(chunk: Chunk): Chunk {
    const fragment = chunk.fragment && this.fragments.hold(chunk.fragment);
    return fragment === chunk.fragment ? chunk : { ...chunk, fragment };
  }

  private release(chunks: readonly Chunk[]): void {
    for (const { fragment } of chunks) if (fragment) this.fragments.release(fragment);
  }
}

function chunked(rows: readonly ProductRow[]): ProductRow[][] {
  const chunks: ProductRow[][] = [];
  let chunk: ProductRow[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (row.id % BOUNDARY !== 0 && chunk.length < LARGEST_CHUNK) continue;
    chunks.push(chunk);
    chunk = [];
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}

/** True for the very same items in the same order. */
export function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((item, index) => item === now[index]);
}
