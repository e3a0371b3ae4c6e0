import type { ResolvedAddress } from '../../../outgoing/ssrf-guard.js';

/** The catalog route of another shop. */
export interface ShopRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Those of its host that may be connected to. */
  readonly addresses: readonly ResolvedAddress[];
}

/** The task of a reading process. */
export type ReadingTask =
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly separator: string | undefined;
      /** Names the file in messages. */
      readonly where: string;
    }
  | ({ readonly kind: 'shop' } & ShopRequest);

/** The first message to a reading process. */
export type ReadingOrder = ReadingTask & {
  /** Its heap limit in megabytes. */
  readonly heapMb: number;
};

/** The messages of a reading process: how far it has come, batches of rows, then one final message. */
export type ReadingMessage =
  | {
      readonly kind: 'rows';
      readonly table: 'categories' | 'products' | 'prices';
      readonly pack: Uint8Array;
      readonly rows: number;
    }
  /** How much of a file was read so far. */
  | { readonly kind: 'bytes'; readonly bytes: number }
  | { readonly kind: 'read'; readonly categoriesByName: boolean }
  | { readonly kind: 'read prices' }
  /** The other shop answered with another status than 200. */
  | { readonly kind: 'status'; readonly httpStatus: number }
  /** The other shop gave no complete answer. */
  | { readonly kind: 'no answer'; readonly reason: string }
  /** One sentence for the operator. */
  | { readonly kind: 'refused'; readonly sentence: string }
  | { readonly kind: 'failed'; readonly error: unknown };
