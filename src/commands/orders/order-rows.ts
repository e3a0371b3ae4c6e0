import { numericText } from '../../common/decimal.js';
import type { Fulfillment } from '../../fulfillment/delivery/fulfillment.entity.js';
import type { Order } from '../../orders/order.entity.js';
import type { Row } from '../context/terminal.js';
import type { TimelineEntry } from '../../operator/timeline/timeline-entries.js';

/** The columns of an order in a list, with its value for each. */
const VALUES: Readonly<Record<string, (order: Order) => Row[string]>> = {
  order: ({ orderId }) => orderId,
  created: ({ createdAt }) => createdAt,
  account: ({ accountId }) => accountId,
  status: ({ status }) => status,
  quantity: ({ quantity }) => numericText(quantity),
  unit_price: ({ unitPrice }) => numericText(unitPrice),
  total: ({ total }) => numericText(total),
  refunded: ({ refunded }) => numericText(refunded),
  fields: ({ fields }) => JSON.stringify(fields),
  product_id: ({ productId }) => productId,
  product: ({ productName }) => productName,
  order_uuid: ({ orderUuid }) => orderUuid,
  decided: ({ decidedAt }) => decidedAt,
};

export const ORDER_COLUMNS = Object.keys(VALUES);

export function orderRow(order: Order): Row {
  return Object.fromEntries(Object.entries(VALUES).map(([name, value]) => [name, value(order)]));
}

export function orderDetails(order: Order): Row {
  return {
    ...orderRow(order),
    charged: chargedText(order),
    extra: order.extraParameters.map(([name, value]) => `${name}=${value}`).join(' '),
    codes: order.deliveredCodes?.join(' ') ?? null,
    decided_by: order.decidedBy,
    rehearsal: order.rehearsal,
    address: order.callerAddress,
    request_id: order.requestId,
    reason: order.reasonForReseller,
    note: order.decisionNote,
  };
}

function chargedText({ rehearsal, status, total, refunded }: Order): string {
  if (rehearsal) return 'no, it is a test order';
  const usd = `${numericText(total)} USD`;
  if (status === 'reject') return `no, ${usd} went back`;
  const back = numericText(refunded);
  return back === '0' ? usd : `${usd}, of which ${back} USD went back`;
}

export function deliveryRow(delivery: Fulfillment | null): Row {
  if (!delivery) return {};
  return {
    handlers: delivery.steps.map(({ handler }) => handler).join(' '),
    handler: delivery.steps[delivery.step]?.handler ?? null,
    handler_tries: delivery.tries,
    handler_due: delivery.dueAt,
    handler_note: delivery.note,
  };
}

export function timelineRow({ at, event, facts }: TimelineEntry): Row {
  const details = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
  return { time: at, event, details: details.join(' ') };
}
