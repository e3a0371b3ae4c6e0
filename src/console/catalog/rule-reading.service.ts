import { Injectable } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import {
  PRICE_RULE,
  VISIBILITY_RULE,
  type PriceRuleDto,
  type VisibilityRuleDto,
} from '../../operations/catalog/rule.operations.js';
import { byId, pageOf, type ItemsPage, type PageQuery } from '../../operations/lists/page.js';
import type { CategoryAbove } from '../../catalog/editing/category-tree.service.js';
import type { PriceRule } from '../../catalog/rules/price-rule.entity.js';
import { PriceRuleService } from '../../catalog/rules/price-rule.service.js';
import type { RuleOn } from '../../catalog/rules/rule-key.js';
import type { VisibilityRule } from '../../catalog/rules/visibility-rule.entity.js';
import { VisibilityRuleService } from '../../catalog/rules/visibility-rule.service.js';
import type { Named } from '../../pages/picker.js';
import { idsOf, ThingNaming } from '../shell/thing-naming.service.js';
import { pageOfQuery } from './list-cursors.js';

/** Groups in a list to choose from; of more, one is named by its number. */
const MAX_GROUPS = 200;

/** The rules on a category or product. */
export type ShownRules = Awaited<ReturnType<RuleReading['on']>>;

/** Reads the rules on a category or product, those that it inherits, and the names of whom they are for. */
@Injectable()
export class RuleReading {
  constructor(
    private readonly visibilities: VisibilityRuleService,
    private readonly prices: PriceRuleService,
    private readonly accounts: AccountService,
    private readonly naming: ThingNaming,
  ) {}

  /** @param above the categories above it, the root category first */
  async on(on: RuleOn, above: readonly CategoryAbove[], query: URLSearchParams) {
    const visibility = await this.visibilityPage(on, pageOfQuery(query, 'visibility'));
    const prices = await this.pricePage(on, pageOfQuery(query, 'prices'));
    const inherited = await this.inherited(above);
    const { accounts, groups } = idsOf([
      ...visibility.items,
      ...prices.items,
      ...inherited.flatMap((one) => [...one.visibility, ...one.prices]),
    ]);
    const names = await this.naming.of({ accounts, groups });
    return { visibility, prices, inherited, names, groups: await this.groups() };
  }

  /** True if a rule on it hides it from everyone, that is all who have no rule of their own. */
  async isHidden(on: RuleOn): Promise<boolean> {
    const rule = await this.visibilities.find({}, on);
    return rule?.visible === false;
  }

  /** The first page of the rules on each category above; the nearest category first. */
  private async inherited(above: readonly CategoryAbove[]) {
    const all = [];
    for (const category of above.toReversed()) {
      const on = { categoryId: category.id };
      const { items: visibility } = await this.visibilityPage(on, {});
      const { items: prices } = await this.pricePage(on, {});
      if (visibility.length + prices.length > 0) all.push({ category, visibility, prices });
    }
    return all;
  }

  private visibilityPage(on: RuleOn, query: PageQuery): Promise<ItemsPage<VisibilityRuleDto>> {
    const read = (after: number, limit: number) => this.visibilities.page(after, limit, on);
    const list = byId<VisibilityRule>('visibility-rules', read);
    return pageOf(list, query, (rule) => VISIBILITY_RULE.of(rule));
  }

  private pricePage(on: RuleOn, query: PageQuery): Promise<ItemsPage<PriceRuleDto>> {
    const read = (after: number, limit: number) => this.prices.page(after, limit, on);
    return pageOf(byId<PriceRule>('price-rules', read), query, (rule) => PRICE_RULE.of(rule));
  }

  /** To choose from; undefined if they are too many for a list. */
  private async groups(): Promise<readonly Named[] | undefined> {
    const groups = await this.accounts.groupPage(0, MAX_GROUPS + 1);
    return groups.length > MAX_GROUPS ? undefined : groups;
  }
}
