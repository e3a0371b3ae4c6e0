import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MissingError, OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { ruleKey, type RuleFor, type RuleOn } from './rule-key.js';
import type { TargetPlace } from './rule-queries.js';
import { RuleRepository } from './rule.repository.js';
import { VisibilityRule } from './visibility-rule.entity.js';

/** Visibility of categories and products, as the operator sets it. */
@Injectable()
export class VisibilityRuleService {
  constructor(private readonly rules: RuleRepository) {}

  /**
   * Shows or hides a category (with all below it) or a product; replaces an earlier rule for the same audience. In the
   * caller's transaction.
   * @returns the rule that was replaced, or null
   * @throws MissingError; OperatorError
   */
  async set(
    audience: RuleFor,
    target: RuleOn,
    visible: boolean,
    manager: EntityManager,
  ): Promise<VisibilityRule | null> {
    const key = ruleKey(audience, target);
    if (key.categoryId === null && key.productId === null) {
      throw new OperatorError(...sentence('rule.target-missing'));
    }
    if (!(await this.rules.targetExists(key, manager))) {
      throw new MissingError(...sentence('missing.target'));
    }
    return this.rules.setVisibility(manager, key, visible);
  }

  /** Deletes a rule. @returns the deleted one @throws MissingError if there is none. */
  async clear(audience: RuleFor, target: RuleOn, manager: EntityManager): Promise<VisibilityRule> {
    const before = await this.rules.clearVisibility(manager, ruleKey(audience, target));
    if (before) return before;
    throw new MissingError(...sentence('missing.rule'));
  }

  /** The rule of exactly this audience on exactly this target, or null. */
  find(audience: RuleFor, target: RuleOn): Promise<VisibilityRule | null> {
    return this.rules.find(VisibilityRule, ruleKey(audience, target));
  }

  /** At most `limit` rules of exactly this audience behind a target. */
  pageOf(audience: RuleFor, after: TargetPlace, limit: number): Promise<VisibilityRule[]> {
    return this.rules.pageOf(VisibilityRule, ruleKey(audience, {}), after, limit);
  }

  /** At most `limit` rules with a greater id than `after`, by id. @param on what they are about; anything if empty */
  page(after: number, limit: number, on: RuleOn = {}): Promise<VisibilityRule[]> {
    return this.rules.page(VisibilityRule, after, limit, on);
  }
}
