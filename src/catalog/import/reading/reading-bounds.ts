import type { JsonBounds } from '../../../common/bounded-json/bounded-json.js';

/**
 * What a catalog file, or the catalog of another shop, may be at most. Who wrote it is not trusted: without a bound on
 * each of these a small file could take the memory or the time of the whole server.
 */

/** Of a file, or of an answer after decompression. */
export const LARGEST_CATALOG_BYTES = 512_000_000;
export const MOST_PRODUCTS = 250_000;
export const MOST_CATEGORIES = 20_000;
/** Levels of categories in one another; a root category is the first. */
export const DEEPEST_LEVEL = 100;
/** Of one category or product, as JSON. */
export const LONGEST_ROW_CHARACTERS = 128 * 1024;

/** Nested categories beyond the deepest level are still read, so that the fault can name the first of them. */
export const CATALOG_JSON: JsonBounds = {
  values: 12_000_000,
  nesting: 32_768,
  numberLength: 100,
  textBytes: 64 * 1024,
};

/** From its first byte to its last row, the download of a supplier's included. */
export const READING_TIMEOUT_MS = 300_000;
/** Of the thread that reads; it is ended when it needs more. */
export const READING_HEAP_MB = 768;
