export type ItemsWithImages = 'products' | 'categories';

/** What becomes of the image of an item. */
export interface ShownPicture {
  readonly id: number;
  /** What it may have shown before, besides nothing. */
  readonly former: string;
  /** Null for none. */
  readonly image: string | null;
}
