import { Injectable } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import type { CatalogView } from '../../catalog/view/catalog-view.js';
import { explain, type ProductExplanation } from '../../catalog/view/product-explanation.js';
import { VisibilityService } from '../../catalog/view/visibility.service.js';
import { numericText } from '../../common/decimal.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import { idKey, pageOf, type PagedList } from '../../operations/lists/page.js';
import { ProblemError } from '../problems/problem.js';
import type {
  AccountCatalogQuery,
  ExplainedProductDto,
  SeenItemDto,
  SeenItemPageDto,
} from './account-catalog.dto.js';
import { PRICE_RULE, VISIBILITY_RULE } from '../../operations/catalog/rule.operations.js';

/** The place of an item among those of a category: categories first, then by position and id. */
interface SeenKey {
  readonly isProduct: boolean;
  readonly position: number;
  readonly id: number;
}

interface SeenRow extends SeenKey {
  readonly shown: SeenItemDto;
}

/** A category by which an account gets to another one. */
export interface SeenCategory {
  readonly id: number;
  readonly name: string;
}

const POSITION = /^-?\d{1,10}$/;

/** The catalog as an account sees it now. */
@Injectable()
export class AccountCatalog {
  constructor(
    private readonly accounts: AccountService,
    private readonly visibility: VisibilityService,
    private readonly revisions: RevisionWatch,
  ) {}

  /** A page of what stands in a category. @throws MissingError; ProblemError if the account does not see the category */
  async page(accountId: number, query: AccountCatalogQuery): Promise<SeenItemPageDto> {
    const view = await this.viewOf(accountId);
    const { category_id: category } = query;
    const rows = rowsIn(view, category === undefined ? null : Number(category));
    const list: PagedList<SeenRow, SeenKey> = {
      name: 'account-catalog',
      read: (after, limit) => {
        const start = after ? rows.findIndex((row) => isBehind(row, after)) : 0;
        return Promise.resolve(start < 0 ? [] : rows.slice(start, start + limit));
      },
      keyOf: ({ isProduct, position, id }) => [String(isProduct), String(position), String(id)],
      parseKey: seenKey,
    };
    return pageOf(list, query, ({ shown }) => shown);
  }

  /** A product with what decides on it. @throws MissingError; ProblemError if there is no such product */
  async product(accountId: number, productId: number): Promise<ExplainedProductDto> {
    const explained = explain(await this.viewOf(accountId), productId);
    if (!explained) throw new ProblemError('not-found', 'There is no such product.');
    return explanationShape(explained);
  }

  /** The same for several products, without those that are deleted. @throws MissingError */
  async products(accountId: number, productIds: readonly number[]): Promise<ExplainedProductDto[]> {
    const view = await this.viewOf(accountId);
    const explained = productIds.map((id) => explain(view, id));
    return explained.flatMap((one) => (one ? [explanationShape(one)] : []));
  }

  /** The categories from the root down to one that the account sees. @throws MissingError */
  async pathTo(accountId: number, categoryId: number): Promise<SeenCategory[]> {
    const view = await this.viewOf(accountId);
    const path: SeenCategory[] = [];
    for (let at = view.pathOf(categoryId); at; at = at.above) {
      path.unshift({ id: at.category.id, name: at.category.name });
    }
    return path;
  }

  private async viewOf(accountId: number): Promise<CatalogView> {
    // An operator who has just changed something wants to see what became of it.
    await this.revisions.refresh();
    const { groupId, showUnavailable, testing } = await this.accounts.get(accountId);
    return this.visibility.viewFor({ accountId, groupId, showUnavailable, testing });
  }
}

function explanationShape(explained: ProductExplanation): ExplainedProductDto {
  const { product, listing, price, priceRule } = explained;
  return {
    id: product.id,
    name: product.name,
    listed: listing.listed,
    listed_by: listing.reason,
    visibility_rule: listing.rule && VISIBILITY_RULE.of(listing.rule),
    base_price: numericText(product.price),
    price,
    price_rule: priceRule && PRICE_RULE.of(priceRule),
  };
}

function rowsIn(view: CatalogView, categoryId: number | null): SeenRow[] {
  const path = categoryId === null ? undefined : view.pathOf(categoryId);
  if (categoryId !== null && !path) {
    throw new ProblemError('not-found', 'The account sees no such category.');
  }
  const categories = path ? view.childrenOf(path.category) : view.roots();
  const products = path ? view.listedAmong(view.rowsIn(path.category), path) : [];
  return [
    ...categories.map(({ id, name, position }) => ({
      ...{ isProduct: false, position, id },
      shown: { item: 'category', id, name, price: null, available: null },
    })),
    ...products.map(({ id, name, position, price, available }) => ({
      ...{ isProduct: true, position, id },
      shown: { item: 'product', id, name, price, available },
    })),
  ];
}

function isBehind(row: SeenKey, after: SeenKey): boolean {
  if (row.isProduct !== after.isProduct) return row.isProduct;
  return row.position === after.position ? row.id > after.id : row.position > after.position;
}

function seenKey([kind, positionText = '', idText = '']: readonly string[]): SeenKey | undefined {
  const id = idKey([idText]);
  if (!['true', 'false'].includes(kind ?? '') || !POSITION.test(positionText)) return undefined;
  return id === undefined
    ? undefined
    : { isProduct: kind === 'true', position: Number(positionText), id };
}
