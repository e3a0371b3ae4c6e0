import type { EntityManager } from 'typeorm';

export type ItemsWithImages = 'products' | 'categories';

/** What becomes of the image of an item. */
export interface ShownPicture {
  readonly id: number;
  /** What it may have shown before, besides nothing. */
  readonly former: string;
  /** Null for none. */
  readonly image: string | null;
}

/** Shows pictures, in the transaction of the caller. */
export type ShowPictures = (
  manager: EntityManager,
  items: ItemsWithImages,
  shown: readonly ShownPicture[],
) => Promise<void>;
