import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { PriceRow } from '../reading/price-list.builder.js';
import type { ToldCategory, ToldProduct } from '../reading/told-rows.js';

/** The length of JSON after which a batch ends; parsing a batch must not block the event loop noticeably. */
const BATCH_CHARACTERS = 128 * 1024;

/** The rows of a table of a file, in the order of the file. */
export interface RowBatches<Row> {
  /** The number of all rows. */
  readonly count: number;
  /** The rows in batches that are small enough to be parsed at once. */
  batches(): AsyncGenerator<readonly Row[], void>;
  all(): Promise<Row[]>;
}

/** Rows in batches of encoded JSON, which one thread passes to another without a copy. */
export class PackedRows<Row> implements RowBatches<Row> {
  private readonly packs: Uint8Array[] = [];
  private rows = 0;

  /** The number of all rows. */
  get count(): number {
    return this.rows;
  }

  add(pack: Uint8Array, rows: number): void {
    this.packs.push(pack);
    this.rows += rows;
  }

  /** The rows, parsed batch by batch. Yields to the event loop before each batch. */
  async *batches(): AsyncGenerator<readonly Row[], void> {
    for (const pack of this.packs) {
      await yieldToEventLoop();
      yield JSON.parse(Buffer.from(pack.buffer, pack.byteOffset, pack.length).toString()) as Row[];
    }
  }

  all(): Promise<Row[]> {
    return allOf(this.batches());
  }
}

export async function allOf<Row>(batches: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const batch of batches) for (const row of batch) all.push(row);
  return all;
}

/** A checked catalog that was read in another thread. */
export interface PackedCatalog {
  readonly categories: RowBatches<ToldCategory>;
  readonly products: RowBatches<ToldProduct>;
  /** As in `CatalogDraft`. */
  readonly categoriesByName: boolean;
}

/** A checked price list that was read in another thread. */
export interface PackedPrices {
  readonly prices: RowBatches<PriceRow>;
}

/** The rows in batches, each a JSON list. */
export function* packed(
  rows: readonly object[],
): Generator<{ readonly pack: Uint8Array; readonly rows: number }, void> {
  let texts: string[] = [];
  let length = 0;
  const pack = () => ({ pack: new TextEncoder().encode(`[${texts.join()}]`), rows: texts.length });
  for (const row of rows) {
    const text = JSON.stringify(row);
    texts.push(text);
    length += text.length;
    if (length < BATCH_CHARACTERS) continue;
    yield pack();
    texts = [];
    length = 0;
  }
  if (texts.length > 0) yield pack();
}
