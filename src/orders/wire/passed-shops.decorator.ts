import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { SoukRequest } from '../../common/http/souk-request.js';

/** Header in which a shop that buys here tells which shops an order has passed through. */
export const VIA_HEADER = 'souk-via';

const SHOP_ID = /^[0-9a-f]{16}$/;
const MOST_SHOPS = 16;

/** The ids of the shops that an order has passed through; none for a header that does not list ids. */
export const PassedShops = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const header = context.switchToHttp().getRequest<SoukRequest>().headers[VIA_HEADER];
  const ids =
    typeof header === 'string' ? header.split(',', MOST_SHOPS + 1).map((id) => id.trim()) : [];
  return ids.length <= MOST_SHOPS && ids.every((id) => SHOP_ID.test(id)) ? ids : [];
});
