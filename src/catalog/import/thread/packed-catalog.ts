import { setImmediate as turn } from 'node:timers/promises';
import type { CatalogFileCategory, CatalogFileProduct } from '../reading/catalog-file.js';

/** Bytes of JSON after which a batch ends: few enough that no other request waits for one to be unpacked. */
export const BATCH_BYTES = 128 * 1024;

/** Rows as JSON lists of some rows each, which thread gives to thread without a copy. */
export class PackedRows<Row> {
  private readonly packs: Uint8Array[] = [];
  private rows = 0;

  /** Rows in all. */
  get count(): number {
    return this.rows;
  }

  add(pack: Uint8Array, rows: number): void {
    this.packs.push(pack);
    this.rows += rows;
  }

  /** The rows, unpacked a batch at a time; others have a turn before each. */
  async *batches(): AsyncGenerator<readonly Row[], void> {
    for (const pack of this.packs) {
      await turn();
      yield JSON.parse(Buffer.from(pack.buffer, pack.byteOffset, pack.length).toString()) as Row[];
    }
  }

  async all(): Promise<Row[]> {
    const all: Row[] = [];
    for await (const batch of this.batches()) for (const row of batch) all.push(row);
    return all;
  }
}

/** A checked catalog that was read in another thread. */
export interface PackedCatalog {
  readonly categories: PackedRows<CatalogFileCategory>;
  readonly products: PackedRows<CatalogFileProduct>;
  /** As in a draft. */
  readonly categoriesByName: boolean;
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
    if (length < BATCH_BYTES) continue;
    yield pack();
    texts = [];
    length = 0;
  }
  if (texts.length > 0) yield pack();
}
