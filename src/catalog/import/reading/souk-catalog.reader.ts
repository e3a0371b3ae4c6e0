import { CATALOG_FORMAT, CATALOG_FORMAT_VERSION } from './catalog-file.js';
import type { DraftBuilder } from './draft-builder.js';
import { FileFault } from './import-faults.js';
import {
  isRecord,
  recordOf,
  withoutExponent,
  type JsonRecord,
} from '../../../common/json-values.js';
import { shown } from './row-values.js';
import { quantitiesWithoutExponent } from './quantities.js';

/** All names in a file of our format and its items that are read. */
export const SOUK_CATALOG_NAMES = [
  ...['format', 'version', 'categories', 'products'],
  ...['id', 'parent_id', 'name', 'image', 'position'],
  ...['category_id', 'price', 'currency', 'available', 'product_type', 'qty_values', 'min', 'max'],
  ...['fields', 'label', 'type', 'required', 'pattern', 'options'],
];

/** True for our own format, in any version. */
export function isSoukCatalog(document: unknown): document is JsonRecord {
  return isRecord(document) && document.format === CATALOG_FORMAT;
}

/** Reads our own format. @param document with numbers as texts */
export function readSoukCatalog(document: JsonRecord, draft: DraftBuilder): void {
  if (document.version !== String(CATALOG_FORMAT_VERSION)) {
    throw new FileFault(
      `has format version ${shown(document.version)}; known is only ${CATALOG_FORMAT_VERSION}.`,
    );
  }
  rowsOf(document, 'categories').forEach((row, index) => {
    draft.addCategory(index + 1, row);
  });
  rowsOf(document, 'products').forEach((row, index) => {
    draft.addProduct(index + 1, {
      ...row,
      price: withoutExponent(row.price),
      qty_values: quantitiesWithoutExponent(row.qty_values),
    });
  });
}

function rowsOf(document: JsonRecord, key: 'categories' | 'products'): JsonRecord[] {
  const rows = document[key];
  if (!Array.isArray(rows)) throw new FileFault(`has no list "${key}".`);
  return rows.map(recordOf);
}
