import { Injectable } from '@nestjs/common';
import { OperatorError } from '../../common/app-error.js';
import { ruleKey, type RuleFor, type RuleOn } from './rule-key.js';
import { RuleRepository } from './rule.repository.js';
import { VisibilityRule } from './visibility-rule.entity.js';

/** Visibility of categories and products, as the operator sets it. */
@Injectable()
export class VisibilityRuleService {
  constructor(private readonly rules: RuleRepository) {}

  /** Shows or hides a category (with all below it) or a product; replaces an earlier rule for the same audience. */
  async set(audience: RuleFor, target: RuleOn, visible: boolean): Promise<void> {
    const key = ruleKey(audience, target);
    if (key.categoryId === null && key.productId === null) {
      throw new OperatorError('Name a category or a product to show or hide.');
    }
    if (!(await this.rules.targetExists(key))) {
      throw new OperatorError('There is no such category or product; see "souk catalog show".');
    }
    await this.rules.setVisibility(key, visible);
  }

  /** Deletes a rule. @throws OperatorError if there is none. */
  async clear(audience: RuleFor, target: RuleOn): Promise<void> {
    if (await this.rules.clear(VisibilityRule, ruleKey(audience, target))) return;
    throw new OperatorError('There is no such rule; see "souk visibility list".');
  }

  list(): Promise<VisibilityRule[]> {
    return this.rules.listVisibilities();
  }
}
