import type { OrderInquiry } from '../../orders/order-inquiry.service.js';
import type { NotedRefusal } from '../../orders/refusals/refusal-page.js';
import { causeText } from '../../operator/refusals/cause-text.js';
import { RefusalCauses } from '../../operator/refusals/refusal-causes.service.js';
import type { OpenShop } from '../context/command-context.js';
import type { Row } from '../context/terminal.js';

/** The columns of a refused order in a list, with its value for each. */
const VALUES: Readonly<Record<string, (refusal: NotedRefusal) => Row[string]>> = {
  time: ({ at }) => at,
  account: ({ accountId }) => accountId,
  code: ({ code }) => code,
  reason: ({ reason }) => reason,
  product_id: ({ productId }) => productId,
  order_uuid: ({ orderUuid }) => orderUuid,
  address: ({ address }) => address,
  request_id: ({ requestId }) => requestId,
};

/** Of a CSV, which tells what has happened and not what holds now. */
export const REFUSAL_COLUMNS = Object.keys(VALUES);

export function refusalRow(refusal: NotedRefusal): Row {
  return Object.fromEntries(Object.entries(VALUES).map(([name, value]) => [name, value(refusal)]));
}

/** The same with what is behind each of them now, where this is known. */
export async function refusalRowsNow(
  shop: OpenShop,
  refusals: readonly NotedRefusal[],
): Promise<Row[]> {
  const causes = await shop.get(RefusalCauses).of(refusals);
  return refusals.map((refusal) => {
    const cause = causes.get(refusal.id);
    return { ...refusalRow(refusal), now: cause ? causeText(cause) : null };
  });
}

/** What is shown of a key under which there is no order. */
export function noOrderDetails({ orderUuid, sealedFor }: OrderInquiry): Row {
  return {
    order: null,
    order_uuid: orderUuid,
    charged: 'no, there is no order',
    sealed_for: sealedFor.length > 0 ? sealedFor.map((id) => `account ${id}`).join(', ') : null,
  };
}
