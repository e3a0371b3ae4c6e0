import type { CatalogView, ListedProduct } from '../view/catalog-view.js';
import type { CategoryPath } from '../view/category-path.js';
import type { ProductRow } from '../view/catalog-snapshot.js';
import type { SharedByDigest } from './memory/shared-by-digest.js';
import { pieceOf, type Piece } from './memory/rope.js';
import type { Pace } from './scheduling/event-loop-yielder.js';

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

  constructor(
    private readonly render: (product: ListedProduct) => string,
    private readonly pieces: SharedByDigest<Piece>,
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
    try {
      for (const some of chunked(rows)) {
        const same = known.get(some.at(-1));
        chunks.push(
          same && isSame(same.rows, some) ? this.held(same) : this.chunk(view, path, some),
        );
        await pace.breathe();
      }
    } catch (error) {
      this.letGo(chunks);
      throw error;
    }
    const made = {
      ...{ rows, path, chunks },
      pieces: chunks.flatMap(({ piece }) => piece ?? []),
      count: chunks.reduce((sum, { count }) => sum + count, 0),
    };
    // Not those of before: others may have come meanwhile.
    this.letGo(this.remembered.get(category.id)?.chunks ?? []);
    this.remembered.set(category.id, made);
    return made;
  }

  /** Forgets all categories but those that are there. */
  sweep(isThere: (categoryId: number) => boolean): void {
    for (const [id, { chunks }] of this.remembered) {
      if (isThere(id)) continue;
      this.remembered.delete(id);
      this.letGo(chunks);
    }
  }

  private chunk(view: CatalogView, path: CategoryPath, rows: readonly ProductRow[]): Chunk {
    const listed = view.listedAmong(rows, path);
    const text = listed.map(this.render).join(',');
    const piece = text === '' ? undefined : this.pieces.hold(pieceOf(text));
    return { rows, count: listed.length, piece };
  }

  private held(chunk: Chunk): Chunk {
    const piece = chunk.piece && this.pieces.hold(chunk.piece);
    return piece === chunk.piece ? chunk : { ...chunk, piece };
  }

  private letGo(chunks: readonly Chunk[]): void {
    for (const { piece } of chunks) if (piece) this.pieces.letGo(piece);
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
