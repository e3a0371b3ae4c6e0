import { Injectable } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { OperationRunner } from '../../operations/running/operation-runner.js';
import {
  accountProduct,
  catalogOf,
  explainedIn,
  type ExplainedProductDto,
} from '../../operations/catalog/account-catalog.lists.js';
import { ACCOUNT_SHAPE, type AccountDto } from '../../operations/accounts/account.operations.js';
import {
  PRICE_RULE,
  VISIBILITY_RULE,
  type PriceRuleDto,
  type VisibilityRuleDto,
} from '../../operations/catalog/rule.operations.js';
import { PriceRuleService } from '../../catalog/rules/price-rule.service.js';
import { VisibilityRuleService } from '../../catalog/rules/visibility-rule.service.js';
import { idsOf, ThingNaming, type Names } from '../shell/thing-naming.service.js';

/** What the page of a product shows. */
export interface ShownAccountProduct {
  readonly account: AccountDto;
  readonly product: ExplainedProductDto;
  readonly categoryNames: Names;
  /** The rules of this account on this product; null where it has none. */
  readonly ownVisibility: VisibilityRuleDto | null;
  readonly ownPrice: PriceRuleDto | null;
}

/** A category by which an account gets to another one. */
export interface SeenCategory {
  readonly id: number;
  readonly name: string;
}

/** Reads what the pages of the catalog of an account show of products. */
@Injectable()
export class AccountProductReading {
  constructor(
    private readonly accounts: AccountService,
    private readonly runner: OperationRunner,
    private readonly naming: ThingNaming,
    private readonly visibilities: VisibilityRuleService,
    private readonly prices: PriceRuleService,
  ) {}

  /** A product with the rules that the account itself has on it. @throws MissingError */
  async shown(accountId: number, productId: number): Promise<ShownAccountProduct> {
    const account = ACCOUNT_SHAPE.of(await this.accounts.get(accountId));
    const { services } = this.runner;
    const asked = { services, id: accountId, below: productId, query: {}, may: () => true };
    const product = await accountProduct.read(asked);
    const visibility = await this.visibilities.find({ accountId }, { productId });
    const price = await this.prices.find({ accountId }, { productId });
    return {
      account,
      product,
      categoryNames: await this.categoryNames([product]),
      ownVisibility: visibility && VISIBILITY_RULE.of(visibility),
      ownPrice: price && PRICE_RULE.of(price),
    };
  }

  /** Products with what decides on them, without those that are deleted. @throws MissingError */
  async products(accountId: number, ids: readonly number[]): Promise<ExplainedProductDto[]> {
    return explainedIn(await catalogOf(this.runner.services, accountId), ids);
  }

  /** The categories from the root down to one that the account sees. @throws MissingError */
  async pathTo(accountId: number, categoryId: number): Promise<SeenCategory[]> {
    const view = await catalogOf(this.runner.services, accountId);
    const path: SeenCategory[] = [];
    for (let at = view.pathOf(categoryId); at; at = at.above) path.unshift(at.category);
    return path;
  }

  /** The names of the categories that rules on these products stand on. */
  async categoryNames(products: readonly ExplainedProductDto[]): Promise<Names> {
    const rules = products.flatMap((one) => [one.visibility_rule ?? [], one.price_rule ?? []]);
    const { categories } = await this.naming.of({ categories: idsOf(rules.flat()).categories });
    return categories;
  }
}
