import { fieldPatternFault } from '../../field-pattern.js';
import type { DraftBuilder } from './draft-builder.js';
import type { FoundCategory, FoundProduct } from './found-rows.js';
import { FileFault } from './import-faults.js';
import {
  isRecord,
  listOf,
  recordOf,
  withoutExponent,
  type JsonRecord,
} from '../../../common/json-values.js';
import { isMissing, shown } from './row-values.js';
import { quantitiesWithoutExponent } from './quantities.js';

/** All names in an answer and its items that are read. */
export const SHOP_ANSWER_NAMES = [
  ...['status', 'code', 'message', 'categories', 'flat_categories', 'products'],
  ...['id', 'parent_id', 'name', 'category_img', 'image'],
  ...['category_id', 'category_name', 'price', 'currency', 'available', 'product_type'],
  ...['qty_values', 'min', 'max', 'params'],
  ...['input_schema', 'label', 'type', 'required', 'pattern', 'options'],
];

interface Items {
  readonly categories: JsonRecord[];
  readonly products: JsonRecord[];
}

/** True for an answer of a shop with this API: catalog, tree, categories, products or an error. */
export function isShopAnswer(document: unknown): document is JsonRecord | unknown[] {
  const keys = ['status', 'categories', 'products'];
  return Array.isArray(document) || (isRecord(document) && keys.some((key) => key in document));
}

/**
 * Reads the catalog, tree or product list of another shop. In a catalog answer, either the tree or the flat lists may be
 * complete, so the items of both are used. Categories that only products name become root categories.
 */
export function readShopAnswer(answer: JsonRecord | unknown[], draft: DraftBuilder): void {
  const body: JsonRecord = Array.isArray(answer) ? { products: answer } : answer;
  if (body.status === 'ERROR') {
    const code = shown(body.code).replaceAll('"', '');
    throw new FileFault(
      `is no catalog but an error answer of the other shop (${code}: ${shown(body.message)}).`,
    );
  }
  const tree = itemsOfTree(listOf(body.categories));
  const products = union(tree.products, listOf(body.products).map(recordOf));
  const categories = union(tree.categories, listOf(body.flat_categories).map(recordOf));
  const named = categoriesNamedBy(products, categories);
  [...categories, ...named].forEach((category, index) => {
    draft.addCategory(index + 1, foundCategory(category));
  });
  products.forEach((product, index) => {
    draft.addProduct(index + 1, foundProduct(product));
  });
}

/** All items of nested nodes, parents before their children. */
function itemsOfTree(nodes: readonly unknown[]): Items {
  const categories: JsonRecord[] = [];
  const products: JsonRecord[] = [];
  // No recursion, because a file may be nested more deeply than the call stack allows.
  const open = nodes.map((node) => withParent('parent_id', null, recordOf(node))).reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    const { id } = node;
    categories.push(node);
    for (const product of listOf(node.products)) {
      products.push(withParent('category_id', id, recordOf(product)));
    }
    for (const child of listOf(node.categories).toReversed()) {
      open.push(withParent('parent_id', id, recordOf(child)));
    }
  }
  return { categories, products };
}

/** The item with the id of its parent, which some answers express by nesting only. */
function withParent(key: 'category_id' | 'parent_id', id: unknown, item: JsonRecord): JsonRecord {
  return item[key] === undefined ? { ...item, [key]: id } : item;
}

function union(items: JsonRecord[], others: JsonRecord[]): JsonRecord[] {
  const ids = new Set(items.map(({ id }) => id));
  return items.concat(others.filter(({ id }) => !ids.has(id)));
}

function categoriesNamedBy(products: JsonRecord[], known: JsonRecord[]): JsonRecord[] {
  const ids = new Set(known.map(({ id }) => id));
  const named: JsonRecord[] = [];
  for (const product of products) {
    const id = categoryIdOf(product);
    if (ids.has(id) || isMissing(product.category_name)) continue;
    ids.add(id);
    named.push({ id, name: product.category_name, category_img: product.category_img });
  }
  return named;
}

/** The category id has two names, of which some shops send only one. */
function categoryIdOf(product: JsonRecord): unknown {
  return product.category_id ?? product.parent_id;
}

function foundCategory(category: JsonRecord): FoundCategory {
  const { parent_id: parentId, category_img: image = category.image } = category;
  return {
    id: category.id,
    parent_id: parentId === '0' ? null : parentId,
    name: category.name,
    image: image ?? category.image,
  };
}

function foundProduct(product: JsonRecord): FoundProduct {
  const schema = listOf(product.input_schema);
  return {
    id: product.id,
    category_id: categoryIdOf(product),
    name: product.name,
    price: withoutExponent(product.price),
    currency: product.currency,
    available: product.available,
    product_type: product.product_type,
    qty_values: quantitiesWithoutExponent(product.qty_values),
    fields:
      schema.length > 0 ? schema.map(fieldOfSchema) : (product.params ?? product.input_schema),
    image: product.image,
  };
}

/**
 * Other shops have more field types (text, email, …); all except numbers are read as strings. A pattern that cannot be
 * checked here is left out, because the other shop checks it anyway.
 */
function fieldOfSchema(element: unknown): unknown {
  if (!isRecord(element)) return element;
  const { pattern, ...field } = element;
  const isCheckable = typeof pattern !== 'string' || fieldPatternFault(pattern) === undefined;
  return {
    ...field,
    ...(isCheckable && { pattern }),
    type: element.type === 'number' ? 'number' : 'string',
  };
}
