import { Injectable } from '@nestjs/common';
import { OperatorError } from '../../common/app-error.js';
import { percentageText, priceText } from '../price-text.js';
import { PriceRule } from './price-rule.entity.js';
import { ruleKey, type RuleFor, type RuleOn } from './rule-key.js';
import { RuleRepository } from './rule.repository.js';

/** A fixed price in USD per unit, or a percentage on the base price. */
export type PriceSetting = { readonly fixedPrice: string } | { readonly percentage: string };

/** Prices of accounts and groups, as the operator sets them. */
@Injectable()
export class PriceRuleService {
  constructor(private readonly rules: RuleRepository) {}

  /** Sets the price for an account or group; replaces an earlier rule on the same target. */
  async set(audience: RuleFor, target: RuleOn, price: PriceSetting): Promise<void> {
    const key = ruleKey(audience, target);
    if (key.accountId === null && key.groupId === null) {
      throw new OperatorError('Name the account or group that the price is for.');
    }
    if ('fixedPrice' in price && key.productId === null) {
      throw new OperatorError('A fixed price needs a product; a category takes a percentage.');
    }
    if (!(await this.rules.targetExists(key))) {
      throw new OperatorError('There is no such category or product; see "souk catalog show".');
    }
    await this.rules.setPrice(key, storedPrice(price));
  }

  /** Deletes a rule. @throws OperatorError if there is none. */
  async clear(audience: RuleFor, target: RuleOn): Promise<void> {
    if (await this.rules.clear(PriceRule, ruleKey(audience, target))) return;
    throw new OperatorError('There is no such price; see "souk price list".');
  }

  list(): Promise<PriceRule[]> {
    return this.rules.listPrices();
  }
}

function storedPrice(price: PriceSetting): Pick<PriceRule, 'fixedPrice' | 'percentage'> {
  if ('fixedPrice' in price) return { fixedPrice: priceText(price.fixedPrice), percentage: null };
  return { fixedPrice: null, percentage: percentageText(price.percentage) };
}
