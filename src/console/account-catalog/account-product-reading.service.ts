import { Injectable } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import type { ExplainedProductDto } from '../../admin/account-catalog/account-catalog.dto.js';
import { AccountCatalog } from '../../admin/account-catalog/account-catalog.service.js';
import { ACCOUNT_SHAPE } from '../../operations/accounts/account.operations.js';
import { PRICE_RULE, VISIBILITY_RULE } from '../../operations/catalog/rule.operations.js';
import { CategoryTree } from '../../catalog/editing/category-tree.service.js';
import { PriceRuleService } from '../../catalog/rules/price-rule.service.js';
import { VisibilityRuleService } from '../../catalog/rules/visibility-rule.service.js';
import type { ShownAccountProduct } from './account-product-page.js';
import type { CategoryNames } from './rule-text.js';

/** Reads what the pages of the catalog of an account show of products. */
@Injectable()
export class AccountProductReading {
  constructor(
    private readonly accounts: AccountService,
    private readonly catalog: AccountCatalog,
    private readonly tree: CategoryTree,
    private readonly visibilities: VisibilityRuleService,
    private readonly prices: PriceRuleService,
  ) {}

  /** A product with the rules that the account itself has on it. @throws MissingError; ProblemError */
  async shown(accountId: number, productId: number): Promise<ShownAccountProduct> {
    const account = ACCOUNT_SHAPE.of(await this.accounts.get(accountId));
    const product = await this.catalog.product(accountId, productId);
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

  /** The names of the categories that rules on these products stand on. */
  async categoryNames(products: readonly ExplainedProductDto[]): Promise<CategoryNames> {
    const ids = products.flatMap(({ visibility_rule: visibility, price_rule: price }) => [
      visibility?.category_id ?? [],
      price?.category_id ?? [],
    ]);
    const paths = await this.tree.pathsTo([...new Set(ids.flat())]);
    return new Map(
      [...paths].flatMap(([id, path]) => {
        const name = path.at(-1)?.name;
        return name === undefined ? [] : [[id, name] as const];
      }),
    );
  }
}
