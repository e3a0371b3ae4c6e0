import { ConflictError } from '../../common/app-error.js';
import { DeliverySchedule } from '../../fulfillment/delivery/delivery-schedule.js';
import { text } from '../../operations/answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../../operations/answers/shape.js';
import { operation } from '../../operations/operation.js';
import { ORDER_ID } from '../../operations/orders/order.answers.js';
import { ORDER } from '../../operations/orders/order.operations.js';
import { OrderRepository } from '../../orders/order.repository.js';
import { FIRST_STATUS } from '../../orders/rules/order-status.js';

const ASKED_ORDER = shapeOf<{ orderId: string }>()('AskedOrderDto', { order_id: text(ORDER_ID) });
export type AskedOrderDto = ShownBy<typeof ASKED_ORDER>;

/** Of extensions alone: what operators do asks suppliers only, and waits for their answer. */
export const orderAskHandlerAgain = operation<unknown, object, AskedOrderDto, string>({
  name: 'order ask-again',
  summary: 'let the handler of a waiting order be asked now',
  permission: 'orders.decide',
  route: 'POST orders/:order/ask-again',
  kind: 'once',
  target: ORDER,
  answer: ASKED_ORDER.type,
  run: async ({ services, id, manager }) => {
    const order = await services(OrderRepository).lockById(manager, id);
    const waits = order?.status === FIRST_STATUS;
    if (!waits || !(await services(DeliverySchedule).askNow(manager, order))) {
      throw new ConflictError(`No handler is delivering the order ${id}.`);
    }
    return { answer: ASKED_ORDER.of(order), before: null, after: {} };
  },
});
