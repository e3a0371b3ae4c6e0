import { IsNull, type FindOptionsWhere, type SelectQueryBuilder } from 'typeorm';
import type { RuleAudience, RuleTarget } from '../view/rules.js';
import type { PriceRule } from './price-rule.entity.js';
import type { VisibilityRule } from './visibility-rule.entity.js';

/** For whom a rule is and what it is about. */
export type RuleKey = RuleAudience & RuleTarget;

/** Only rules on this category or product; on anything if both are left out. */
export type RulesOn = { readonly [Name in keyof RuleTarget]?: number };

/** The target of a rule in the order of the unique index: 0 for none. */
export interface TargetPlace {
  readonly category: number;
  readonly product: number;
}

/** Before all rules. */
export const FIRST_TARGET: TargetPlace = { category: -1, product: -1 };

/** The columns of the unique index on rules, which is read from its beginning. */
export const SAME_TARGET =
  'coalesce(rule.categoryId, 0) = :category AND coalesce(rule.productId, 0) = :product';

/** The parameters of `SAME_TARGET`. */
export function targetOf({ categoryId, productId }: RuleTarget) {
  return { category: categoryId ?? 0, product: productId ?? 0 };
}

/** Only rules of exactly this audience. */
export function ofAudience<Rule extends RuleKey>(
  rules: SelectQueryBuilder<Rule>,
  { accountId, groupId }: RuleAudience,
): SelectQueryBuilder<Rule> {
  const audience = { account: accountId ?? 0, group: groupId ?? 0 };
  return rules.where(
    'coalesce(rule.accountId, 0) = :account AND coalesce(rule.groupId, 0) = :group',
    audience,
  );
}

/** At most `limit` rules behind a target, in the order of the unique index. */
export function inOrder<Rule extends RuleKey>(
  rules: SelectQueryBuilder<Rule>,
  after: TargetPlace,
  limit: number,
): SelectQueryBuilder<Rule> {
  return rules
    .andWhere(
      '(coalesce(rule.categoryId, 0), coalesce(rule.productId, 0)) > (:category, :product)',
      { ...after },
    )
    .orderBy('coalesce(rule.categoryId, 0)')
    .addOrderBy('coalesce(rule.productId, 0)')
    .limit(limit);
}

/** The one rule of the key. */
export function where(key: RuleKey): FindOptionsWhere<VisibilityRule & PriceRule> {
  return {
    accountId: key.accountId ?? IsNull(),
    groupId: key.groupId ?? IsNull(),
    categoryId: key.categoryId ?? IsNull(),
    productId: key.productId ?? IsNull(),
  };
}
