import { AccountService } from '../../account/account.service.js';
import type { CatalogView } from '../../catalog/view/catalog-view.js';
import {
  explain,
  LISTING_REASONS,
  type ProductExplanation,
} from '../../catalog/view/product-explanation.js';
import { VisibilityService } from '../../catalog/view/visibility.service.js';
import { MissingError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import { flag, money, text, whole, word } from '../answers/answer-fields.js';
import { oneOrNull, shapeOf, type ShownBy } from '../answers/shape.js';
import { IdParameter } from '../fields/fields.js';
import { list, type PageOf } from '../lists/list.js';
import { idKey, ListQuery } from '../lists/page.js';
import type { Services } from '../operation.js';
import { reading } from '../reading.js';
import { PRICE_RULE, VISIBILITY_RULE } from './rule.operations.js';

/** The catalog as an account sees it now. @throws MissingError */
export async function catalogOf(services: Services, accountId: number): Promise<CatalogView> {
  // An operator who has just changed something wants to see what became of it.
  await services(RevisionWatch).refresh();
  const { groupId, showUnavailable, testing } = await services(AccountService).get(accountId);
  return services(VisibilityService).viewFor({ accountId, groupId, showUnavailable, testing });
}

/** The place of an item among those of a category: categories first, then by position and id. */
interface SeenKey {
  readonly isProduct: boolean;
  readonly position: number;
  readonly id: number;
}

interface SeenRow extends SeenKey {
  readonly name: string;
  readonly price: string | null;
  readonly available: boolean | null;
}

/** A category or product that an account sees. */
const SEEN_ITEM = shapeOf<SeenRow>()('SeenItemDto', {
  item: word(['category', 'product'])(({ isProduct }) => (isProduct ? 'product' : 'category')),
  id: whole({ example: 1001 }),
  name: text({ example: '60 UC' }),
  price: text.orNull({ example: '0.93', description: 'USD a unit.', csv: 'plain' }),
  available: flag.orNull(),
});
export type SeenItemDto = ShownBy<typeof SEEN_ITEM>;

export class AccountCatalogQuery extends ListQuery {
  @IdParameter({ description: 'What stands in this category; in the root if absent.' })
  category_id?: string;
}

export const accountCatalog = list({
  name: 'account catalog',
  operationId: 'account-catalog',
  summary: 'what an account sees in a category, at its prices',
  permission: 'catalog.read',
  route: 'GET accounts/:id/catalog',
  of: 'account',
  query: AccountCatalogQuery,
  item: SEEN_ITEM,
  rows: async ({ services, id: accountId, query: { category_id: category } }) => {
    const view = await catalogOf(services, accountId);
    const rows = rowsIn(view, category === undefined ? null : Number(category));
    return {
      name: 'account-catalog',
      read: (after: SeenKey | undefined, limit) => {
        const start = after ? rows.findIndex((row) => isBehind(row, after)) : 0;
        return Promise.resolve(start < 0 ? [] : rows.slice(start, start + limit));
      },
      keyOf: ({ isProduct, position, id }) => [isProduct, position, id].map(String),
      parseKey: seenKey,
    };
  },
});
export type SeenItemPageDto = PageOf<typeof accountCatalog>;

function rowsIn(view: CatalogView, categoryId: number | null): SeenRow[] {
  const path = categoryId === null ? undefined : view.pathOf(categoryId);
  if (categoryId !== null && !path) {
    throw new MissingError(...sentence('missing.seen-category'));
  }
  const categories = path ? view.childrenOf(path.category) : view.roots();
  const products = path ? view.listedAmong(view.rowsIn(path.category), path) : [];
  return [
    ...categories.map(({ id, name, position }) => ({
      ...{ isProduct: false, position, id, name, price: null, available: null },
    })),
    ...products.map(({ id, name, position, price, available }) => ({
      ...{ isProduct: true, position, id, name, price, available },
    })),
  ];
}

function isBehind(row: SeenKey, after: SeenKey): boolean {
  if (row.isProduct !== after.isProduct) return row.isProduct;
  return row.position === after.position ? row.id > after.id : row.position > after.position;
}

const POSITION = /^-?\d{1,10}$/;

function seenKey([kind = '', position = '', idText = '']: readonly string[]): SeenKey | undefined {
  const id = idKey([idText]);
  const isKey = ['true', 'false'].includes(kind) && POSITION.test(position) && id !== undefined;
  return isKey ? { isProduct: kind === 'true', position: Number(position), id } : undefined;
}

const EXPLAINED_PRODUCT = shapeOf<ProductExplanation>()('ExplainedProductDto', {
  id: whole(({ product }) => product.id, { example: 1001 }),
  name: text(({ product }) => product.name, { example: '60 UC' }),
  listed: flag(({ listing }) => listing.listed, {
    description: 'True if the account has it in its lists.',
  }),
  listed_by: word(LISTING_REASONS)(({ listing }) => listing.reason, {
    description: 'What decides whether it is listed.',
  }),
  visibility_rule: oneOrNull(VISIBILITY_RULE, ({ listing }: ProductExplanation) => listing.rule, {
    description: 'The rule that decides; null where none does.',
  }),
  base_price: money(({ product }) => product.price, {
    ...{ example: '0.89', description: 'USD a unit, for everyone.' },
  }),
  price: text.orNull({ example: '0.93', description: 'USD a unit; null if it sees none.' }),
  price_rule: oneOrNull(PRICE_RULE, ({ priceRule }: ProductExplanation) => priceRule, {
    description: 'The rule that sets the price; null where the base price holds.',
  }),
});
export type ExplainedProductDto = ShownBy<typeof EXPLAINED_PRODUCT>;

/** Products of a catalog with what decides on each, without those that are deleted. */
export function explainedIn(view: CatalogView, ids: readonly number[]): ExplainedProductDto[] {
  return ids.flatMap((id) => {
    const explained = explain(view, id);
    return explained ? [EXPLAINED_PRODUCT.of(explained)] : [];
  });
}

export const accountProduct = reading({
  name: 'account catalog product',
  summary: 'whether an account sees a product, at which price, and the rule behind each',
  permission: 'catalog.read',
  route: 'GET accounts/:id/catalog/products/:product',
  shape: EXPLAINED_PRODUCT,
  read: async ({ services, id, below = 0 }) => {
    const explained = explain(await catalogOf(services, id), below);
    if (!explained) throw new MissingError(...sentence('missing.product', { id: below }));
    return explained;
  },
});
