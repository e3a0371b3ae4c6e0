/** What a reading thread is to read. */
export type ReadingTask =
  | { readonly kind: 'file'; readonly path: string }
  | {
      readonly kind: 'shop';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

/** What a reading thread tells: batches of rows first, and last how it ended. */
export type ReadingMessage =
  | {
      readonly kind: 'rows';
      readonly table: 'categories' | 'products';
      readonly pack: Uint8Array;
      readonly rows: number;
    }
  | { readonly kind: 'read'; readonly categoriesByName: boolean }
  /** The other shop did not answer 200. */
  | { readonly kind: 'status'; readonly httpStatus: number }
  /** The other shop gave no whole answer. */
  | { readonly kind: 'no answer'; readonly reason: string }
  /** One sentence for the operator. */
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly error: unknown };
