import type { OrderInquiry } from '../../orders/order-inquiry.service.js';
import type { NotedRefusal } from '../../orders/refusals/refusal-page.js';
import { causeText } from '../../upkeep/refusals/cause-text.js';
import { RefusalCauses } from '../../upkeep/refusals/refusal-causes.service.js';
import type { OpenShop } from '../context/command-context.js';
import type { Row } from '../context/terminal.js';

/** Refused orders with what is behind each of them now in words, where this is known. */
export async function refusalRowsNow(
  shop: OpenShop,
  refusals: readonly NotedRefusal[],
): Promise<Row[]> {
  const causes = await shop.get(RefusalCauses).of(refusals);
  return refusals.map((refusal) => {
    const cause = causes.get(refusal.id);
    const { at, accountId, code, reason, productId, orderUuid, address, requestId } = refusal;
    return {
      ...{ at, account_id: accountId, code, reason, product_id: productId, order_uuid: orderUuid },
      ...{ address, request_id: requestId, now: cause ? causeText(cause) : null },
    };
  });
}

/** What is shown of a key under which there is no order. */
export function noOrderDetails({ orderUuid, sealedFor }: OrderInquiry): Row {
  return {
    order_id: null,
    order_uuid: orderUuid,
    charged: 'no, there is no order',
    sealed_for: sealedFor.length > 0 ? sealedFor.map((id) => `account ${id}`).join(', ') : null,
  };
}
