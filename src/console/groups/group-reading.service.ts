import { Injectable } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { accountList } from '../../operations/accounts/account.lists.js';
import type { GroupDto } from '../../operations/accounts/group.operations.js';
import {
  PRICE_RULE,
  VISIBILITY_RULE,
  type PriceRuleDto,
  type VisibilityRuleDto,
} from '../../operations/catalog/rule.operations.js';
import type { PageOf } from '../../operations/lists/list.js';
import { idKey, pageOf, type ItemsPage, type PagedList } from '../../operations/lists/page.js';
import { PriceRuleService } from '../../catalog/rules/price-rule.service.js';
import { FIRST_TARGET, type RuleKey, type TargetPlace } from '../../catalog/rules/rule-queries.js';
import { VisibilityRuleService } from '../../catalog/rules/visibility-rule.service.js';
import { pageOfQuery } from '../catalog/list-cursors.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { idsOf, ThingNaming, type ThingNames } from '../shell/thing-naming.service.js';
import type { Visit } from '../visit/visit.js';

/** The rules of a group, in pages. */
export interface GroupRules {
  readonly visibility: ItemsPage<VisibilityRuleDto>;
  readonly prices: ItemsPage<PriceRuleDto>;
  /** Its price on the whole catalog; null without one. */
  readonly wholeCatalog: PriceRuleDto | null;
  /** Of what the rules are on. */
  readonly names: ThingNames;
}

/** What the page of a group shows. */
export interface ShownGroup {
  readonly group: GroupDto;
  /** The first ones. */
  readonly members: PageOf<typeof accountList>;
  /** Undefined for operators who may not see the catalog. */
  readonly rules: GroupRules | undefined;
}

/** A link leads to all of them. */
const SHOWN_MEMBERS = 10;

/** Reads a group and what its accounts see and pay. */
@Injectable()
export class GroupReading {
  constructor(
    private readonly accounts: AccountService,
    private readonly visibilities: VisibilityRuleService,
    private readonly prices: PriceRuleService,
    private readonly naming: ThingNaming,
    private readonly lists: ConsoleLists,
  ) {}

  /** @throws MissingError; ProblemError for a cursor of another list */
  async shown(visit: Visit, groupId: number): Promise<ShownGroup> {
    const { id, name } = await this.accounts.group(groupId);
    const mayRead = visit.caller.may('catalog.read');
    const asked = { group_id: String(id), limit: String(SHOWN_MEMBERS) };
    return {
      group: { id, name },
      members: await this.lists.first(accountList, visit, 0, asked),
      rules: mayRead ? await this.rulesOf(id, visit.query) : undefined,
    };
  }

  private async rulesOf(id: number, query: URLSearchParams): Promise<GroupRules> {
    const of = { groupId: id };
    const visibility = await pageOf(
      rulesOf(`visibility of group ${id}`, (...part) => this.visibilities.pageOf(of, ...part)),
      pageOfQuery(query, 'visibility'),
      (rule) => VISIBILITY_RULE.of(rule),
    );
    const prices = await pageOf(
      rulesOf(`prices of group ${id}`, (...part) => this.prices.pageOf(of, ...part)),
      pageOfQuery(query, 'prices'),
      (rule) => PRICE_RULE.of(rule),
    );
    const whole = await this.prices.find(of, {});
    const { products, categories } = idsOf([...visibility.items, ...prices.items]);
    const names = await this.naming.of({ products, categories });
    return { visibility, prices, wholeCatalog: whole && PRICE_RULE.of(whole), names };
  }
}

/** The rules of a group, by what they are about. */
function rulesOf<Rule extends RuleKey>(
  name: string,
  read: (after: TargetPlace, limit: number) => Promise<readonly Rule[]>,
): PagedList<Rule, TargetPlace> {
  return {
    name,
    read: (after = FIRST_TARGET, limit) => read(after, limit),
    keyOf: ({ categoryId, productId }) => [String(categoryId ?? 0), String(productId ?? 0)],
    parseKey: (texts) => {
      const [category, product] = texts.map((text) => (text === '0' ? 0 : idKey([text])));
      return category === undefined || product === undefined ? undefined : { category, product };
    },
  };
}
