import type { ListingReason } from '../../catalog/view/product-explanation.js';
import type { VisibilityRuleRow } from '../../catalog/view/rules.js';
import { MAX_CODES } from '../../fulfillment/codes/code-stock.service.js';
import type { RefusalCause, StockNow } from './refusal-cause.js';

const REASONS: Readonly<Record<ListingReason, string>> = {
  default: 'not listed',
  rule: 'not listed',
  'hidden-by-rule': 'hidden by a rule',
  'no-category': 'a category above it is deleted',
  testing: 'it is in a testing category, which the account does not see',
  policy: 'hidden by an extension',
  'no-price': 'an extension gives it no price',
  unavailable: 'the product is switched off',
};

/** A cause in words, for the terminal. */
export function causeText(cause: RefusalCause): string {
  switch (cause.kind) {
    case 'no-product':
      return 'there is no such product, or it is deleted';
    case 'off':
      return REASONS.unavailable;
    case 'none':
      return 'the account sees the product';
    case 'hidden':
      return cause.rule ? ruleText(cause.rule) : REASONS[cause.reason];
    case 'stock':
      return cause.stocks.length === 0
        ? 'the product is not delivered from a stock'
        : cause.stocks.map(stockText).join('; ');
  }
}

function ruleText({ accountId, groupId, productId, categoryId }: VisibilityRuleRow): string {
  const whose =
    accountId !== null
      ? `account ${accountId}`
      : groupId !== null
        ? `group ${groupId}`
        : 'everyone';
  const what = productId === null ? `category ${categoryId}` : `product ${productId}`;
  return `hidden by the rule for ${whose} on ${what}`;
}

function stockText({ name, free, held }: StockNow): string {
  const back = held > 0 ? `, ${countText(held)} held back` : '';
  return `the stock ${name} has ${countText(free)} free codes${back}`;
}

function countText(count: number): string {
  return count < MAX_CODES ? String(count) : `${MAX_CODES} or more`;
}
