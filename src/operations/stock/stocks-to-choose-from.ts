import { CodeStockService, MAX_CODES } from '../../fulfillment/codes/code-stock.service.js';
import type { Services } from '../operation.js';

/** A page with a list for each of 100 orders stays small, and few codes are counted. */
const MAX_STOCKS = 50;

/** Each with its free codes, such as `99` or `1000+`, in the order of their names; undefined if they are too many for a list. */
export async function stocksToChooseFrom(
  services: Services,
): Promise<readonly (readonly [name: string, free: string])[] | undefined> {
  const stocks = services(CodeStockService);
  const names = await stocks.names(MAX_STOCKS + 1);
  if (names.length > MAX_STOCKS) return undefined;
  const counted = new Map((await stocks.free(names)).map(({ stock, free }) => [stock, free]));
  return names.map((name) => {
    const free = counted.get(name) ?? 0;
    return [name, free < MAX_CODES ? String(free) : `${MAX_CODES}+`] as const;
  });
}
