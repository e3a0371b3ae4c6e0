import { isPercentage, isPrice } from '../../catalog/price-text.js';
import { messageKey } from '../../common/sentence.js';

export const PRICE = {
  accepts: isPrice,
  isDecimal: true,
  must: 'must be USD a unit such as "1.25", with at most 18 decimals',
  refusal: messageKey('field.money', { signed: false, decimals: 18 }),
  example: '1.25',
} as const;

export const PERCENTAGE = {
  accepts: isPercentage,
  isDecimal: true,
  must: 'must be a percentage such as "+10" or "-2.5", from -100 to 100000',
  refusal: messageKey('field.percentage', {}),
  example: '+10',
} as const;
