import type { CatalogView, ListedProduct } from '../view/catalog-view.js';
import type { CategoryPath } from '../view/category-path.js';
import type { ProductRow } from '../view/catalog-snapshot.js';
import type { Pace } from './pace.js';
import { pieceOf, type Piece } from './rope.js';

/** The listed products of a category: comma-separated JSON in pieces. */
export interface ProductList {
  readonly pieces: readonly Piece[];
  readonly count: number;
}

interface Chunk {
  readonly rows: readonly ProductRow[];
  /** Undefined when none of them is listed. */
  readonly piece: Piece | undefined;
  readonly count: number;
}

interface Remembered extends ProductList {
  readonly rows: readonly ProductRow[];
  readonly path: CategoryPath;
  readonly chunks: readonly Chunk[];
}

/**
 * A piece ends after a product whose id is a multiple of this, or after the largest number of products. By the ids
 * and not by counting, so that one product more leaves the other pieces as they are.
 */
const BOUNDARY = 64;
const LARGEST_CHUNK = 256;

/**
 * The products of categories as one audience sees them, rendered once. What was made for one revision serves the
 * next ones wherever nothing that it was made from has changed.
 */
export class ProductPieces {
  private readonly remembered = new Map<number, Remembered>();

  /**
   * @param onGrowth told of the bytes that are added, or with a minus given up.
   */
  constructor(
    private readonly render: (product: ListedProduct) => string,
    private readonly onGrowth: (bytes: number) => void,
  ) {}

  /** @param path a visible category with its ancestors. */
  async listOf(view: CatalogView, path: CategoryPath, pace: Pace): Promise<ProductList> {
    const { category } = path;
    const rows = view.rowsIn(category);
    const before = this.remembered.get(category.id);
    const isLikeBefore = before?.path === path;
    if (isLikeBefore && before.rows === rows) return before;
    const known = new Map(
      (isLikeBefore ? before.chunks : []).map((chunk) => [chunk.rows.at(-1), chunk]),
    );
    const chunks: Chunk[] = [];
    for (const some of chunked(rows)) {
      const same = known.get(some.at(-1));
      chunks.push(same && isSame(same.rows, some) ? same : this.chunk(view, path, some));
      await pace.breathe();
    }
    this.onGrowth(bytesOf(chunks) - bytesOf(before?.chunks ?? []));
    const made = {
      ...{ rows, path, chunks },
      pieces: chunks.flatMap(({ piece }) => piece ?? []),
      count: chunks.reduce((sum, { count }) => sum + count, 0),
    };
    this.remembered.set(category.id, made);
    return made;
  }

  /** Forgets the categories that are no longer there. */
  sweep(isThere: (categoryId: number) => boolean): void {
    for (const [id, { chunks }] of this.remembered) {
      if (isThere(id)) continue;
      this.remembered.delete(id);
      this.onGrowth(-bytesOf(chunks));
    }
  }

  private chunk(view: CatalogView, path: CategoryPath, rows: readonly ProductRow[]): Chunk {
    const listed = view.listedAmong(rows, path);
    const text = listed.map(this.render).join(',');
    return { rows, count: listed.length, piece: text === '' ? undefined : pieceOf(text) };
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

function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((item, index) => item === now[index]);
}

function bytesOf(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { piece }) => sum + (piece?.bytes.byteLength ?? 0), 0);
}
