import { Injectable } from '@nestjs/common';
import { numericText } from '../../common/decimal.js';
import type { CatalogSnapshot, CategoryRow, ProductRow } from '../view/catalog-snapshot.js';
import { VisibilityService } from '../view/visibility.service.js';
import { catalogCsv } from './catalog-csv.js';
import {
  CATALOG_FORMAT,
  CATALOG_FORMAT_VERSION,
  type CatalogFileCategory,
  type CatalogFileProduct,
} from './reading/catalog-file.js';

const LINES_PER_PART = 1_000;
/** Rules do not matter here, since all categories are walked without them. */
const NOBODY = { accountId: 0, groupId: null, showUnavailable: true, testing: true };

/**
 * Exports the catalog in parts, from the snapshot in memory: it is the catalog at one moment, and no connection is held while
 * a slow client reads. The same items as `CatalogExportService`, by category.
 */
@Injectable()
export class CatalogExportStream {
  constructor(private readonly visibility: VisibilityService) {}

  async *parts(format: 'json' | 'csv'): AsyncGenerator<string> {
    const { snapshot } = await this.visibility.viewFor(NOBODY);
    const categories = liveCategories(snapshot);
    if (format === 'csv') {
      const file = {
        categories: categories.map(fileCategory),
        products: productsOf(snapshot, categories),
      };
      yield* inParts(catalogCsv(file));
      return;
    }
    yield* inParts(jsonLines(categories, productsOf(snapshot, categories)));
  }
}

/** Parents before their children, without testing categories. A circle of parents is reached from no root. */
function liveCategories(snapshot: CatalogSnapshot): CategoryRow[] {
  const live = snapshot.children(null).filter(isReal);
  for (const { id } of live) {
    for (const child of snapshot.children(id)) if (isReal(child)) live.push(child);
  }
  return live;
}

function isReal({ testingOnly }: CategoryRow): boolean {
  return !testingOnly;
}

function* productsOf(
  snapshot: CatalogSnapshot,
  categories: readonly CategoryRow[],
): Generator<CatalogFileProduct> {
  for (const { id } of categories) {
    for (const product of snapshot.productsIn(id)) yield fileProduct(product);
  }
}

function* jsonLines(
  categories: readonly CategoryRow[],
  products: Iterable<CatalogFileProduct>,
): Generator<string> {
  yield `{"format":"${CATALOG_FORMAT}","version":${CATALOG_FORMAT_VERSION},"categories":[\n`;
  yield* separated(categories.map(fileCategory));
  yield '],"products":[\n';
  yield* separated(products);
  yield ']}\n';
}

function* separated(rows: Iterable<object>): Generator<string> {
  let before = '';
  for (const row of rows) {
    yield `${before}${JSON.stringify(row)}\n`;
    before = ',';
  }
}

function* inParts(lines: Iterable<string>): Generator<string> {
  let part: string[] = [];
  for (const line of lines) {
    part.push(line);
    if (part.length < LINES_PER_PART) continue;
    yield part.join('');
    part = [];
  }
  if (part.length > 0) yield part.join('');
}

function fileCategory({ id, parentId, name, image, position }: CategoryRow): CatalogFileCategory {
  return { id, parent_id: parentId, name, image, position };
}

function fileProduct(product: ProductRow): CatalogFileProduct {
  const { id, categoryId, name, price, available, productType, quantityValues, fields } = product;
  const { image, position } = product;
  return {
    id,
    category_id: categoryId,
    name,
    price: numericText(price),
    available,
    product_type: productType,
    qty_values: quantityValues,
    fields,
    image,
    position,
  };
}
