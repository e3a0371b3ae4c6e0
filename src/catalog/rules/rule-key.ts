import { OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import type { RuleKey } from './rule-queries.js';

/** For whom a rule is: an account, a group, or with neither everyone. */
export interface RuleFor {
  readonly accountId?: number;
  readonly groupId?: number;
}

/** What a rule is about: a category, a product, or with neither the whole catalog. */
export interface RuleOn {
  readonly categoryId?: number;
  readonly productId?: number;
}

/** @throws OperatorError if both of a pair are given. */
export function ruleKey(audience: RuleFor, target: RuleOn): RuleKey {
  if (audience.accountId !== undefined && audience.groupId !== undefined) {
    throw new OperatorError(...sentence('rule.one-of-both'));
  }
  if (target.categoryId !== undefined && target.productId !== undefined) {
    throw new OperatorError(...sentence('rule.one-target'));
  }
  return {
    accountId: audience.accountId ?? null,
    groupId: audience.groupId ?? null,
    categoryId: target.categoryId ?? null,
    productId: target.productId ?? null,
  };
}
