import type { RawJson } from '../../src/common/json.js';
import { exactJson } from './exact-json.js';
import type { TestAccount } from './test-shop.js';

/** Parts of catalog answers, whose numbers keep all their digits. */
export interface Category {
  readonly id: RawJson;
  readonly name: string;
}

export interface Product extends Category {
  readonly price: RawJson;
  readonly parent_id: RawJson;
  readonly category_id: RawJson;
  readonly category_name: string;
}

export interface Content {
  readonly categories: readonly Category[];
  readonly products: readonly Product[];
}

export interface Node extends Category {
  readonly categories: readonly Node[];
  readonly products: readonly Product[];
}

/** Everything that an account finds by opening one category after the other, in the order of the tree. */
export async function walk(account: TestAccount, id = '0'): Promise<Content> {
  const content = (await ask(account, `content/${id}`)) as Content;
  const below = await Promise.all(
    content.categories.map(async (category): Promise<Content> => {
      const { categories, products } = await walk(account, category.id.rawJSON);
      return { categories: [category, ...categories], products };
    }),
  );
  return {
    categories: below.flatMap(({ categories }) => categories),
    products: [...content.products, ...below.flatMap(({ products }) => products)],
  };
}

/** A catalog answer whose numbers keep all their digits. */
export async function ask(account: TestAccount, route: string): Promise<unknown> {
  const { status, text } = await account.api(`/client/api/${route}`);
  expect([route, status]).toEqual([route, 200]);
  const answer = exactJson(text);
  expect(JSON.stringify(answer)).toBe(text);
  return answer;
}

/** A tree's categories as they are listed flat, and its products. */
export function flattened(nodes: readonly Node[]): Content {
  return {
    categories: nodes.flatMap((node) => [
      Object.fromEntries(Object.entries(node).slice(0, -2)) as unknown as Category,
      ...flattened(node.categories).categories,
    ]),
    products: nodes.flatMap((node) => [...node.products, ...flattened(node.categories).products]),
  };
}
