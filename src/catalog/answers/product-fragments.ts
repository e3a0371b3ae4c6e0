import type { CatalogView, ListedProduct } from '../view/catalog-view.js';
import type { CategoryPath } from '../view/category-path.js';
import type { ProductRow } from '../view/catalog-snapshot.js';
import type { SharedByDigest } from './memory/shared-by-digest.js';
import { fragmentOf, type Fragment } from './memory/rope.js';
import type { EventLoopYielder } from './scheduling/event-loop-yielder.js';

/** The listed products of a category, as fragments of comma-separated JSON. */
export interface ProductList {
  readonly fragments: readonly Fragment[];
  readonly count: number;
}

interface Chunk {
  readonly rows: readonly ProductRow[];
  /** Undefined if none of them is listed. */
  readonly fragment: Fragment | undefined;
  readonly count: number;
}

interface CachedList extends ProductList {
  readonly rows: readonly ProductRow[];
  readonly path: CategoryPath;
  readonly chunks: readonly Chunk[];
}

/**
 * A fragment ends after a product whose id is a multiple of this number, or after `MAX_CHUNK_PRODUCTS`. Because the ids
 * decide and not a count, an additional product changes only one fragment.
 */
const CHUNK_BOUNDARY_ID = 64;
const MAX_CHUNK_PRODUCTS = 256;

/**
 * The rendered products of categories, as one audience sees them. Fragments of an earlier revision are reused if their
 * rows and their category path have not changed.
 */
export class ProductFragments {
  private readonly cached = new Map<number, CachedList>();

  constructor(
    private readonly render: (product: ListedProduct) => string,
    private readonly fragments: SharedByDigest<Fragment>,
  ) {}

  /** @param path a visible category with its ancestors. */
  async listOf(
    view: CatalogView,
    path: CategoryPath,
    yielder: EventLoopYielder,
  ): Promise<ProductList> {
    const { category } = path;
    const rows = view.rowsIn(category);
    const before = this.cached.get(category.id);
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
    const list = {
      rows,
      path,
      chunks,
      fragments: chunks.flatMap(({ fragment }) => fragment ?? []),
      count: chunks.reduce((sum, { count }) => sum + count, 0),
    };
    // Not `before`, since another call may have replaced it meanwhile.
    this.release(this.cached.get(category.id)?.chunks ?? []);
    this.cached.set(category.id, list);
    return list;
  }

  /** Removes categories that do not exist. */
  sweep(exists: (categoryId: number) => boolean): void {
    for (const [id, { chunks }] of this.cached) {
      if (exists(id)) continue;
      this.cached.delete(id);
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
    if (row.id % CHUNK_BOUNDARY_ID !== 0 && chunk.length < MAX_CHUNK_PRODUCTS) continue;
    chunks.push(chunk);
    chunk = [];
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}

/** True if both lists contain the same objects in the same order. */
function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((item, index) => item === now[index]);
}
