import type { RuleOn } from '../../catalog/rules/rule-key.js';
import { messageKey } from '../../common/message-key.js';
import { ProblemError } from '../problems/problem.js';
import type { BasePriceChangeDto } from './base-prices.dto.js';

/** The products whose base prices are to be changed. @throws ProblemError unless exactly one target is named */
export function priceTargetOf({
  category_id: categoryId,
  product_id: productId,
  all,
}: Pick<BasePriceChangeDto, 'category_id' | 'product_id' | 'all'>): RuleOn {
  const targets = [categoryId, productId, all === true ? all : undefined];
  if (targets.filter((target) => target !== undefined).length !== 1) {
    throw new ProblemError('invalid', 'Send one of category_id, product_id and all.', {
      messageKey: messageKey('prices.target-missing', {}),
    });
  }
  return {
    ...(categoryId !== undefined && { categoryId }),
    ...(productId !== undefined && { productId }),
  };
}
