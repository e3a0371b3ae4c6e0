import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { allParameters } from '../../common/http/parameters/request-parameters.js';
import type { SoukRequest } from '../../common/http/souk-request.js';
import type { OrderRequest } from '../placement/requested-order.js';

/** The header in which a shop that buys here lists the shops through which an order came. */
const VIA_HEADER = 'souk-via';

const SHOP_ID = /^[0-9a-f]{16}$/;
const MOST_SHOPS = 16;

/** The request of newOrder, as an argument of its handlers. */
export const NewOrderRequest = createParamDecorator(
  async (_: unknown, context: ExecutionContext): Promise<OrderRequest> => {
    const request = context.switchToHttp().getRequest<SoukRequest>();
    const { product_id: productId = '' } = request.params as { product_id?: string };
    return { productId, parameters: await allParameters(request), via: passedShops(request) };
  },
);

/** No ids for a header that does not list ids. */
function passedShops({ headers }: SoukRequest): string[] {
  const header = headers[VIA_HEADER];
  const ids =
    typeof header === 'string' ? header.split(',', MOST_SHOPS + 1).map((id) => id.trim()) : [];
  return ids.length <= MOST_SHOPS && ids.every((id) => SHOP_ID.test(id)) ? ids : [];
}
