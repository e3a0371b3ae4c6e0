import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MissingError, OperatorError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { percentageText, priceText } from '../price-text.js';
import { PriceRule } from './price-rule.entity.js';
import { ruleKey, type RuleFor, type RuleOn } from './rule-key.js';
import type { TargetPlace } from './rule-queries.js';
import { RuleRepository } from './rule.repository.js';

/** A fixed price in USD per unit, or a percentage on the base price. */
export type PriceSetting = { readonly fixedPrice: string } | { readonly percentage: string };

/** Prices of accounts and groups, as the operator sets them. */
@Injectable()
export class PriceRuleService {
  constructor(private readonly rules: RuleRepository) {}

  /**
   * Sets the price for an account or group; replaces an earlier rule on the same target. In the caller's transaction.
   * @returns the rule that was replaced, or null
   * @throws MissingError; OperatorError
   */
  async set(
    audience: RuleFor,
    target: RuleOn,
    price: PriceSetting,
    manager: EntityManager,
  ): Promise<PriceRule | null> {
    const key = ruleKey(audience, target);
    if (key.accountId === null && key.groupId === null) {
      throw new OperatorError(...sentence('rule.whom-missing'));
    }
    if ('fixedPrice' in price && key.productId === null) {
      throw new OperatorError(...sentence('rule.fixed-for-product'));
    }
    if (!(await this.rules.targetExists(key, manager))) {
      throw new MissingError(...sentence('missing.target'));
    }
    return this.rules.setPrice(manager, key, storedPrice(price));
  }

  /** Deletes a rule. @returns the deleted one @throws MissingError if there is none. */
  async clear(audience: RuleFor, target: RuleOn, manager: EntityManager): Promise<PriceRule> {
    const before = await this.rules.clearPrice(manager, ruleKey(audience, target));
    if (before) return before;
    throw new MissingError(...sentence('missing.price'));
  }

  /** The rule of exactly this audience on exactly this target, or null. */
  find(audience: RuleFor, target: RuleOn): Promise<PriceRule | null> {
    return this.rules.find(PriceRule, ruleKey(audience, target));
  }

  /** At most `limit` rules of exactly this audience behind a target. */
  pageOf(audience: RuleFor, after: TargetPlace, limit: number): Promise<PriceRule[]> {
    return this.rules.pageOf(PriceRule, ruleKey(audience, {}), after, limit);
  }

  /** At most `limit` rules with a greater id than `after`, by id. @param on what they are about; anything if empty */
  page(after: number, limit: number, on: RuleOn = {}): Promise<PriceRule[]> {
    return this.rules.page(PriceRule, after, limit, on);
  }
}

function storedPrice(price: PriceSetting): Pick<PriceRule, 'fixedPrice' | 'percentage'> {
  if ('fixedPrice' in price) return { fixedPrice: priceText(price.fixedPrice), percentage: null };
  return { fixedPrice: null, percentage: percentageText(price.percentage) };
}
