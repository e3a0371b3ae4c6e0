import { numericText } from '../../common/decimal.js';
import type { Fulfillment } from '../../fulfillment/delivery/fulfillment.entity.js';
import type { Order } from '../../orders/order.entity.js';
import { asListed, ORDER_SHAPE } from '../../operations/orders/order.answers.js';
import type { Row } from '../context/terminal.js';
import { answerRow } from '../operations/answer-row.js';
import type { TimelineEntry } from '../../upkeep/timeline/timeline-entries.js';

export function orderDetails(order: Order): Row {
  const seen = { ...asListed(order, true), whole: order, note: order.decisionNote };
  return {
    ...answerRow(ORDER_SHAPE.type, ORDER_SHAPE.of(seen)),
    charged: chargedText(order),
    extra: order.extraParameters.map(([name, value]) => `${name}=${value}`).join(' '),
    codes: order.deliveredCodes?.join(' ') ?? null,
    address: order.callerAddress,
    request_id: order.requestId,
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
