import { AccountService } from '../../account/account.service.js';
import type { PriceRule } from '../../catalog/rules/price-rule.entity.js';
import type { RuleKey } from '../../catalog/rules/rule-queries.js';
import type { VisibilityRule } from '../../catalog/rules/visibility-rule.entity.js';
import { text } from '../../operations/answers/answer-fields.js';
import { shapeOf } from '../../operations/answers/shape.js';
import { priceList, visibilityList } from '../../operations/catalog/rule.lists.js';
import { PRICE_RULE, VISIBILITY_RULE } from '../../operations/catalog/rule.operations.js';
import { list } from '../../operations/lists/list.js';
import type { ItemsPage } from '../../operations/lists/page.js';
import type { Services } from '../../operations/operation.js';

/** Of the tables, in front of what a rule says; `--json` and `--csv` have all. */
export const RULE_COLUMNS = ['account_id', 'group', 'category_id', 'product_id'];

/** A group is typed by its name, so lists of commands show that as well. */
interface NamedGroup {
  readonly group: string | null;
}
const GROUP = { group: text.orNull(({ group }: NamedGroup) => group) };

async function withGroups<Rule extends RuleKey>(
  services: Services,
  { items, next }: ItemsPage<Rule>,
): Promise<ItemsPage<Rule & NamedGroup>> {
  const ids = items.flatMap(({ groupId }) => groupId ?? []);
  const groups = await services(AccountService).groupsOf(ids);
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  const named = items.map((rule) => ({ ...rule, group: names.get(rule.groupId ?? 0) ?? null }));
  return { items: named, next };
}

export const namedPrices = list({
  ...priceList,
  item: shapeOf<PriceRule & NamedGroup>()('PriceRuleDto', { ...PRICE_RULE.fields, ...GROUP }),
  page: async (asked) =>
    withGroups(asked.services, (await priceList.page(asked)) as ItemsPage<PriceRule>),
});

export const namedVisibilities = list({
  ...visibilityList,
  item: shapeOf<VisibilityRule & NamedGroup>()('VisibilityRuleDto', {
    ...VISIBILITY_RULE.fields,
    ...GROUP,
    made_by: text(({ origin }) => origin),
  }),
  page: async (asked) =>
    withGroups(asked.services, (await visibilityList.page(asked)) as ItemsPage<VisibilityRule>),
});
