import { csvLine, type CsvValue } from '../../common/csv.js';
import type { CatalogFile, CatalogFileProduct } from './reading/catalog-file.js';
import { pathText } from './reading/category-paths.js';
import { fieldsCell, paramsCell, quantityCells } from './reading/csv-cells.js';
import { CSV_COLUMNS, type CsvColumn } from './reading/csv-columns.js';

/** The image of a category stands in no row of a product. */
const EXPORTED = CSV_COLUMNS.filter((column) => column !== 'category_image');

/** The items of a catalog; its products may be made while they are read. */
interface CatalogItems {
  readonly categories: CatalogFile['categories'];
  readonly products: Iterable<CatalogFileProduct>;
}

/** The products of a catalog as CSV, line by line, in columns that an import reads: what they hold differs in nothing then. */
export function* catalogCsv({ categories, products }: CatalogItems): Generator<string> {
  const paths = pathsOf(categories);
  yield csvLine(EXPORTED);
  for (const product of products) {
    const cells = cellsOf(product, paths.get(product.category_id) ?? '');
    yield csvLine(EXPORTED.map((column) => cells[column]));
  }
}

/** The header alone, for those who begin with an empty file. */
export function catalogCsvHeader(): string {
  return csvLine(EXPORTED);
}

function cellsOf(
  product: CatalogFileProduct,
  category: string,
): Partial<Record<CsvColumn, CsvValue>> {
  const { available, qty_values: values, fields, ...plain } = product;
  const [qty_min, qty_max, qty_list] = quantityCells(values);
  return {
    ...{ ...plain, category, qty_min, qty_max, qty_list },
    available: available ? 'yes' : 'no',
    params: paramsCell(fields),
    fields: fieldsCell(fields),
  };
}

/** The path of each category; parents may come after their children. */
function pathsOf(categories: CatalogFile['categories']): Map<number, string> {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const paths = new Map<number, string>();
  for (const { id } of categories) {
    const names: string[] = [];
    for (
      let at = byId.get(id);
      at;
      at = at.parent_id === null ? undefined : byId.get(at.parent_id)
    ) {
      names.unshift(at.name);
    }
    paths.set(id, pathText(names));
  }
  return paths;
}
