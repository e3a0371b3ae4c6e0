import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  CATALOG_FORMAT,
  CATALOG_FORMAT_VERSION,
  type CatalogFileCategory,
} from '../../src/catalog/import/reading/catalog-file.js';

const ROOTS = 20;
const LEAVES = 200;
const PIECE_BYTES = 65_536;

interface LargeCatalogOptions {
  /** The number, from 1, of a product whose price is no decimal. */
  readonly brokenRow?: number;
}

/** Writes a catalog in our format with product ids from 1; memory does not grow with its size. */
export async function writeLargeCatalog(
  path: string,
  productCount: number,
  { brokenRow }: LargeCatalogOptions = {},
): Promise<void> {
  const text = Readable.from(inPieces(catalogText(productCount, brokenRow)));
  await pipeline(text, createWriteStream(path));
}

function* catalogText(productCount: number, brokenRow: number | undefined): Generator<string> {
  const categories = Array.from({ length: ROOTS + LEAVES }, (_, index) => category(index + 1));
  yield `{"format":"${CATALOG_FORMAT}","version":${CATALOG_FORMAT_VERSION},`;
  yield `"categories":${JSON.stringify(categories)},\n"products":[`;
  for (let row = 1; row <= productCount; row += 1) {
    yield `${row === 1 ? '' : ','}\n${JSON.stringify(product(row, row === brokenRow))}`;
  }
  yield '\n]}\n';
}

function category(id: number): CatalogFileCategory {
  const parentId = id <= ROOTS ? null : 1 + (id % ROOTS);
  return { id, parent_id: parentId, name: `قسم ${id} 🎮`, image: null, position: id };
}

function product(row: number, broken: boolean) {
  return {
    id: row,
    category_id: ROOTS + 1 + (row % LEAVES),
    name: `${row} UC – شحن فوري`,
    price: broken ? 'abc' : `${row % 500}.${String(row).padStart(18, '0')}`,
    available: row % 50 !== 0,
    product_type: 'amount',
    qty_values: { min: '1', max: String(1_000 + row) },
    fields: [
      { name: 'playerId', label: 'Player ID | معرف اللاعب', type: 'string', required: true },
    ],
    image: `/images/${row % 100}.svg`,
    position: row,
  };
}

function* inPieces(texts: Iterable<string>): Generator<string> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE_BYTES) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}
