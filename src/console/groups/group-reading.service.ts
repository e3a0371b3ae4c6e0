import { Injectable } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import type { GroupDto } from '../../operations/accounts/group.operations.js';
import { groupPricePage, groupVisibilityPage } from '../../admin/catalog/catalog-lists.js';
import { priceRuleShape } from '../../admin/catalog/catalog-shapes.js';
import type { PriceRuleDto, VisibilityRuleDto } from '../../admin/catalog/rules.dto.js';
import type { ItemsPage } from '../../operations/lists/page.js';
import { CategoryTree } from '../../catalog/editing/category-tree.service.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import { PriceRuleService } from '../../catalog/rules/price-rule.service.js';
import { VisibilityRuleService } from '../../catalog/rules/visibility-rule.service.js';
import { pageOfQuery } from '../catalog/list-cursors.js';
import { pathText } from '../shell/catalog-picker.service.js';
import type { Visit } from '../visit/visit.js';

/** The rules of a group, in pages. */
export interface GroupRules {
  readonly visibility: ItemsPage<VisibilityRuleDto>;
  readonly prices: ItemsPage<PriceRuleDto>;
  /** Its price on the whole catalog; null without one. */
  readonly wholeCatalog: PriceRuleDto | null;
  /** Of the categories, each with its path, and products that the rules are on, by their ids. */
  readonly categoryNames: ReadonlyMap<number, string>;
  readonly productNames: ReadonlyMap<number, string>;
}

/** What the page of a group shows. */
export interface ShownGroup {
  readonly group: GroupDto;
  /** Undefined for operators who may not see the catalog. */
  readonly rules: GroupRules | undefined;
}

/** Reads a group and what its accounts see and pay. */
@Injectable()
export class GroupReading {
  constructor(
    private readonly accounts: AccountService,
    private readonly visibilities: VisibilityRuleService,
    private readonly prices: PriceRuleService,
    private readonly tree: CategoryTree,
    private readonly products: ProductService,
  ) {}

  /** @throws MissingError; ProblemError for a cursor of another list */
  async shown(visit: Visit, groupId: number): Promise<ShownGroup> {
    const { id, name } = await this.accounts.group(groupId);
    const mayRead = visit.caller.may('catalog.read');
    return {
      group: { id, name },
      rules: mayRead ? await this.rulesOf(id, visit.query) : undefined,
    };
  }

  private async rulesOf(id: number, query: URLSearchParams): Promise<GroupRules> {
    const visible = pageOfQuery(query, 'visibility');
    const visibility = await groupVisibilityPage(this.visibilities, id, visible);
    const prices = await groupPricePage(this.prices, id, pageOfQuery(query, 'prices'));
    const whole = await this.prices.find({ groupId: id }, {});
    const rules = [...visibility.items, ...prices.items];
    const paths = await this.tree.pathsTo(rules.flatMap((rule) => rule.category_id ?? []));
    const products = await this.products.named(rules.flatMap((rule) => rule.product_id ?? []));
    return {
      ...{ visibility, prices, wholeCatalog: whole && priceRuleShape(whole) },
      categoryNames: new Map([...paths].map(([category, path]) => [category, pathText(path)])),
      productNames: new Map(products.map((product) => [product.id, product.name])),
    };
  }
}
