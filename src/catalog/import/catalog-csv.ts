import { OperatorError } from '../../common/app-error.js';
import { csvLine, type CsvValue } from '../../common/csv.js';
import { isQuantityList } from '../quantity-values.js';
import type { CatalogFile, CatalogFileProduct } from './reading/catalog-file.js';

/** The columns of a catalog CSV, with the value of a product for each. An import reads them all. */
const VALUES: Readonly<
  Record<string, (product: CatalogFileProduct, category: string) => CsvValue>
> = {
  id: ({ id }) => id,
  category: (_, category) => category,
  name: ({ name }) => name,
  price: ({ price }) => price,
  available: ({ available }) => (available ? 'yes' : 'no'),
  product_type: (product) => product.product_type,
  qty_min: (product) => rangeOf(product)?.min,
  qty_max: (product) => rangeOf(product)?.max,
  qty_list: ({ qty_values: values }) => (isQuantityList(values) ? values.join('|') : null),
  params: ({ fields }) => fields.map(({ name }) => name).join('|'),
  image: ({ image }) => image,
};

/** The items of a catalog; its products may be made while they are read. */
interface CatalogItems {
  readonly categories: CatalogFile['categories'];
  readonly products: Iterable<CatalogFileProduct>;
}

/**
 * The products of a catalog as CSV, line by line. What a CSV cannot hold, such as patterns of fields, is left out.
 * @throws OperatorError if a category has a name that a path cannot hold
 */
export function* catalogCsv({ categories, products }: CatalogItems): Generator<string> {
  const paths = pathsOf(categories);
  yield csvLine(Object.keys(VALUES));
  for (const product of products) {
    const category = paths.get(product.category_id) ?? '';
    yield csvLine(Object.values(VALUES).map((value) => value(product, category)));
  }
}

function rangeOf({ qty_values: values }: CatalogFileProduct) {
  return values === null || isQuantityList(values) ? undefined : values;
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
      if (at.name.includes('>')) {
        throw new OperatorError(
          `The name of category ${at.id} contains ">", which separates categories in a CSV; export JSON, or rename it.`,
        );
      }
      names.unshift(at.name);
    }
    paths.set(id, names.join(' > '));
  }
  return paths;
}
