import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { admissionOf, type Admission } from '../../account/access/admission.js';
import type { PrincipalRequest } from '../../account/access/token.guard.js';
import { allParameters } from '../../common/http/parameters/request-parameters.js';
import { plainAddress } from '../../common/ip-range.js';
import type { SoukRequest } from '../../common/http/souk-request.js';
import type { OrderOrigin } from '../order.entity.js';
import type { SentRequest } from '../placement/requested-order.js';
import { shownOrderUuid } from '../rules/order-uuid.js';

/** The header in which a shop that buys here lists the shops through which an order came. */
const VIA_HEADER = 'souk-via';

const SHOP_ID = /^[0-9a-f]{16}$/;
const MAX_SHOPS = 16;

/** A call of newOrder. */
export interface NewOrderCall extends SentRequest {
  readonly admission: Admission;
}

/** The call of newOrder, as the argument of its handlers. */
export const NewOrder = createParamDecorator(
  async (_: unknown, context: ExecutionContext): Promise<NewOrderCall> => {
    const request = context.switchToHttp().getRequest<PrincipalRequest>();
    const { product_id: productId = '' } = request.params as { product_id?: string };
    const parameters = await allParameters(request);
    request.orderUuid = shownOrderUuid(parameters);
    const admission = admissionOf(request);
    return {
      admission,
      productId,
      parameters,
      via: passedShops(request),
      origin: originOf(request),
    };
  },
);

function originOf({ callerAddress, id: requestId }: PrincipalRequest): OrderOrigin {
  const address = callerAddress === undefined ? undefined : plainAddress(callerAddress);
  return { callerAddress: address ?? null, requestId };
}

/** No ids for a header that does not list ids. */
function passedShops({ headers }: SoukRequest): string[] {
  const header = headers[VIA_HEADER];
  const ids =
    typeof header === 'string' ? header.split(',', MAX_SHOPS + 1).map((id) => id.trim()) : [];
  return ids.length <= MAX_SHOPS && ids.every((id) => SHOP_ID.test(id)) ? ids : [];
}
