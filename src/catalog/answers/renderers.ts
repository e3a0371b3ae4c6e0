import { nodesOf, type ListedNode } from '../view/catalog-view.js';
import type { CategoryPath } from '../view/category-path.js';
import type { Renderer, RenderInput } from './audience-answers.js';
import type { ProductList } from './product-fragments.js';
import { Rope } from './memory/rope.js';

/** A list without its brackets. */
export interface List {
  readonly list: Rope;
  readonly count: number;
}

/** The root categories. */
export const rootCategories: Renderer = ({ view, shapes }) =>
  new Rope().add('[').addList(view.roots().map(shapes.categoryJson)).add(']');

/** All categories as a flat list. */
export const flatCategories: Renderer = (input) => wrappedAs('categories', flatList(input));

/** The root categories, in the form of `content`; the root has no products. */
export const rootContent: Renderer = ({ view, shapes }) =>
  contentOf(view.roots().map(shapes.categoryJson), [], 0);

/** The direct children of a visible category. */
export function content(path: CategoryPath): Renderer {
  return async (input) => {
    const { view, shapes, products, yielder } = input;
    const { category } = path;
    const children = view.childrenOf(category).map(shapes.categoryJson);
    const { fragments } = await products.listOf(view, path, yielder);
    return contentOf(children, fragments, category.id);
  };
}

/** All products as a bare array. */
export const allProducts: Renderer = async (input) =>
  bare(await productList(input, input.products));

/** The same with `base=1`. */
export const allBaseProducts: Renderer = async (input) =>
  bare(await productList(input, input.baseProducts));

/** All products, wrapped in an object. */
export const wrappedProducts: Renderer = async (input) =>
  wrapped(await productList(input, input.products));

/** The same with `base=1`. */
export const wrappedBaseProducts: Renderer = async (input) =>
  wrapped(await productList(input, input.baseProducts));

/** The listed products with these ids, in this order. @throws the error of `missing` if there are none */
export function listed(
  { ids, base }: { readonly ids: readonly number[]; readonly base: boolean },
  shape: (list: List) => Rope,
  missing: () => Error,
): Renderer {
  return async ({ view, items, baseItems, yielder }) => {
    const [first, ...others] = await (base ? baseItems : items).textsOf(view, ids, yielder);
    if (!first) throw missing();
    // Each text starts with a comma.
    const head = { bytes: first.bytes.subarray(1), length: first.length - 1 };
    return shape({ list: new Rope().add(head, ...others), count: others.length + 1 });
  };
}

/** A list as a bare array. */
export function bare({ list }: List): Rope {
  return new Rope().add('[').addRope(list).add(']');
}

/** The products of a list, wrapped in an object. */
export function wrapped(list: List): Rope {
  return wrappedAs('products', list);
}

/** The one of this name, `data` and `items` are the same list. */
function wrappedAs(name: 'products' | 'categories', { list, count }: List): Rope {
  return new Rope()
    .add(`{"status":"OK","${name}":[`)
    .addRope(list)
    .add('],"data":[')
    .addRope(list)
    .add('],"items":[')
    .addRope(list)
    .add(`],"count":${count}}`);
}

/** The nested tree. */
export const tree: Renderer = async (input) =>
  new Rope()
    .add('{"status":"OK","categories":[')
    .addRope(await treeList(input))
    .add(']}');

/** The nested tree and the flat lists. */
export const everything: Renderer = async (input) => {
  const { categories, products } = await allItems(input);
  return new Rope()
    .add('{"status":"OK","categories":[')
    .addRope(await treeList(input))
    .add('],"flat_categories":[')
    .addRope(categories.list)
    .add('],"products":[')
    .addRope(products.list)
    .add(`],"categories_count":${categories.count},"products_count":${products.count}}`);
};

/** The flat lists of all categories and products. */
async function allItems(input: RenderInput): Promise<{ categories: List; products: List }> {
  const categories = flatList(input);
  return { categories, products: await productList(input, input.products) };
}

/** All items, with the cursor by which later changes can be asked for. */
export function full(cursor: string): Renderer {
  return async (input) => {
    const { categories, products } = await allItems(input);
    return new Rope()
      .add('{"status":"OK","full":true,"categories":[')
      .addRope(categories.list)
      .add('],"products":[')
      .addRope(products.list)
      .add(`],"cursor":"${cursor}"}`);
  };
}

function contentOf(
  categories: readonly string[],
  products: ProductList['fragments'],
  categoryId: number,
): Rope {
  return new Rope()
    .add('{"status":"OK","categories":[')
    .addList(categories)
    .add('],"products":[')
    .addList(products)
    .add(`],"category_id":${categoryId}}`);
}

function flatList({ view, shapes }: RenderInput): List {
  const nodes = nodesOf(view.tree());
  const list = new Rope().addList(nodes.map(({ category }) => shapes.categoryJson(category)));
  return { list, count: nodes.length };
}

/** In the order of their categories. */
async function productList(
  { view, yielder }: RenderInput,
  products: RenderInput['products'],
): Promise<List> {
  const lists: ProductList[] = [];
  for (const { path } of nodesOf(view.tree()))
    lists.push(await products.listOf(view, path, yielder));
  return {
    list: new Rope().addList(lists.flatMap(({ fragments }) => fragments)),
    count: lists.reduce((sum, { count }) => sum + count, 0),
  };
}

async function treeList({ view, shapes, products, yielder }: RenderInput): Promise<Rope> {
  const list = new Rope();
  // No recursion, because categories may be nested more deeply than the call stack allows.
  const open = stepsInto(view.tree());
  for (let step = open.pop(); step; step = open.pop()) {
    const { category, path, children } = step.node;
    if (step.isInside) {
      const { fragments } = await products.listOf(view, path, yielder);
      list.add('],"products":[').addList(fragments).add(']}');
      continue;
    }
    // A node is its category with two more keys.
    const opened = shapes.categoryJson(category).slice(0, -1);
    list.add(`${step.isFirst ? '' : ','}${opened},"categories":[`);
    open.push({ ...step, isInside: true });
    for (const inner of stepsInto(children)) open.push(inner);
  }
  return list;
}

/** A node whose beginning is to be written, or its end when everything inside is written. */
interface Step {
  readonly node: ListedNode;
  /** The first among its siblings. */
  readonly isFirst: boolean;
  readonly isInside: boolean;
}

/** In reverse order, for use as a stack. */
function stepsInto(nodes: readonly ListedNode[]): Step[] {
  return nodes.map((node, index) => ({ node, isFirst: index === 0, isInside: false })).reverse();
}
