import type { JsonBounds } from '../../../common/bounded-json/bounded-json.js';

/**
 * The limits of a catalog file, and of the catalog of another shop. Both are untrusted: without each of these limits, a
 * small file could take the memory or the time of the whole server.
 */

/** The size of a file, or of an answer after decompression. */
export const MAX_CATALOG_BYTES = 512_000_000;
export const MAX_PRODUCTS = 250_000;
export const MAX_CATEGORIES = 20_000;
/** Levels of nested categories; a root category has level 1. */
export const DEEPEST_LEVEL = 100;
/** The length of one category or product as JSON. */
export const MAX_ROW_CHARACTERS = 128 * 1024;

/** The nesting allows categories beyond the deepest level, so that the fault can name the first of them. */
export const CATALOG_JSON: JsonBounds = {
  values: 12_000_000,
  nesting: 32_768,
  numberLength: 100,
  textBytes: 64 * 1024,
};

/** The time for reading and checking, including the download from a supplier. */
export const READING_TIMEOUT_MS = 300_000;
/** The heap of the reading process, which ends if it needs more. */
export const READING_HEAP_MB = 768;
