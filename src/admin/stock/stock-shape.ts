import type { StockLevel } from '../../fulfillment/codes/stock/code-stock.repository.js';
import type { StockDto } from './stocks.dto.js';

/** A stock as it is answered. */
export function stockShape({ stock, free, held, delivered, lowStock }: StockLevel): StockDto {
  return { name: stock, free, held, delivered, warn_below: lowStock };
}
