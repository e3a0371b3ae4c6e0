const MEBIBYTE = 1024 ** 2;

/*
 * Rules of thumb, measured as docs/scale.md ("Memory") says. Each is an upper bound for catalogs of ordinary products, not
 * a promise.
 */

/** Node's heap of objects with a small catalog under load. */
const BASE_HEAP_BYTES = 128 * MEBIBYTE;
/** In that heap: the product, and its row while the catalog is read. */
const HEAP_BYTES_PER_PRODUCT = 2 * 1024;
/** What the process takes besides that heap and its answers: code, young objects, threads. */
const BASE_OTHER_BYTES = 96 * MEBIBYTE;
/** Cached answers, for each of the audiences below. */
const ANSWER_BYTES_PER_PRODUCT = 1024;
const AUDIENCES = 10;
/** An embedded PostgreSQL with the connections of one server. */
const EMBEDDED_BYTES = 192 * MEBIBYTE;

/** What a server has, and what it is to do with it. */
export interface MemoryFacts {
  readonly products: number;
  /** Of each process that serves. */
  readonly catalogCacheBytes: number;
  /** True when PostgreSQL shares the memory. */
  readonly embedded: boolean;
  /** How many processes serve. */
  readonly workers: number;
  /** What Node's heap of objects may grow to, in each. */
  readonly heapLimitBytes: number;
  /** What the system lets all processes take. */
  readonly memoryLimitBytes: number;
}

/** One sentence that says which limit is too low and what to do; undefined when both suffice. */
export function memoryWarning(facts: MemoryFacts): string | undefined {
  const { products, heapLimitBytes, memoryLimitBytes } = facts;
  const heapBytes = BASE_HEAP_BYTES + products * HEAP_BYTES_PER_PRODUCT;
  const memoryBytes =
    facts.workers * (heapBytes + otherBytes(facts)) + (facts.embedded ? EMBEDDED_BYTES : 0);
  const shop = `a catalog of ${products} products`;
  if (memoryLimitBytes < memoryBytes) {
    return (
      `This machine or container has ${inMib(memoryLimitBytes)} of memory, and ${shop} needs about ${inMib(memoryBytes)}: ` +
      'give it more, or lower CATALOG_CACHE_MB; else the system may kill Souk under load.'
    );
  }
  if (heapLimitBytes < heapBytes) {
    return (
      `Node may use ${inMib(heapLimitBytes)} for its objects, and ${shop} needs about ${inMib(heapBytes)}: ` +
      `start Souk with NODE_OPTIONS=--max-old-space-size=${Math.ceil(heapBytes / MEBIBYTE)} or more; else Node may end under load.`
    );
  }
  return undefined;
}

function otherBytes({ products, catalogCacheBytes }: MemoryFacts): number {
  const answers = Math.min(catalogCacheBytes, products * ANSWER_BYTES_PER_PRODUCT * AUDIENCES);
  return BASE_OTHER_BYTES + answers;
}

function inMib(bytes: number): string {
  return `${Math.round(bytes / MEBIBYTE)} MiB`;
}
