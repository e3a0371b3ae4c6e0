import { RepeatedPurchases } from '../../fulfillment/delivery/repeated-purchases.service.js';
import type { GivenUpPurchase } from '../../fulfillment/upstream/purchase/forgotten-purchases.service.js';
import { OpenPurchasesRepository } from '../../fulfillment/upstream/purchase/open-purchases.repository.js';
import type { OpenPurchase } from '../../orders/open-purchases.js';
import { OrderListService } from '../../orders/order-list.service.js';
import type { Order } from '../../orders/order.entity.js';
import { FIRST_STATUS, ORDER_STATUSES } from '../../orders/rules/order-status.js';
import { flag, text, time, whole, word } from '../answers/answer-fields.js';
import { oneOrNull, shapeOf, type ShownBy } from '../answers/shape.js';
import { TextField } from '../fields/fields.js';
import { operation, type Services } from '../operation.js';
import { reading, type AskedReading } from '../reading.js';
import { ORDER_ID } from './order.answers.js';
import { ORDER, ORDER_CALLED_BY } from './order.operations.js';

const KEY = '2c9a52d7-6a0c-4c0e-a1b5-6f0d1e9a7b21';

/** A purchase of a waiting order that its supplier may have got. */
const PURCHASE = shapeOf<OpenPurchase>()('PurchaseDto', {
  supplier: text({ example: 'acme' }),
  key: text({ example: KEY, description: 'The `order_uuid` under which it was sent.' }),
  generation: whole({
    example: 0,
    description: 'How often it was bought again under another key.',
  }),
  requests: whole({ example: 1, description: 'Sent under this key.' }),
  sent_at: time({ description: 'Of the last request.' }),
  supplier_order: text.orNull({
    example: 'ID_0b2f8c529c434c4c',
    description: 'The order that the supplier has answered; null while it has confirmed none.',
  }),
  forgotten_at: time.orNull({
    description: 'Since when the supplier does not know that order any more; null if it knows it.',
  }),
});

interface OrderPurchase {
  readonly order: Order;
  readonly purchase: OpenPurchase | null;
}

/** A waiting order is bought from one supplier at a time. */
const ORDER_PURCHASE = shapeOf<OrderPurchase>()('OrderPurchaseDto', {
  order_id: text(({ order }) => order.orderId, ORDER_ID),
  status: word(ORDER_STATUSES)(({ order }) => order.status),
  purchase: oneOrNull(PURCHASE, ({ purchase }: OrderPurchase) => purchase, {
    description: 'Null once the order is decided, and while nothing was sent to a supplier.',
  }),
});

const orderOf = (services: Services, idOrUuid: string): Promise<Order> =>
  services(OrderListService).get(idOrUuid, false);

async function purchaseOf(services: Services, order: Order): Promise<OrderPurchase> {
  const isWaiting = order.status === FIRST_STATUS;
  const purchase = isWaiting ? await services(OpenPurchasesRepository).find(order) : undefined;
  return { order, purchase: purchase ?? null };
}

export const orderPurchase = reading({
  name: 'order purchase',
  summary: 'what is being bought for a waiting order, and whether its supplier still knows it',
  permission: 'orders.read',
  route: 'GET orders/:order/purchase',
  of: 'order',
  calledBy: ORDER_CALLED_BY,
  shape: ORDER_PURCHASE,
  read: async ({ services, id }: AskedReading<string>) =>
    purchaseOf(services, await orderOf(services, id)),
});

export const orderAskAgain = operation<unknown, object, ShownBy<typeof ORDER_PURCHASE>, string>({
  name: 'order ask-again',
  summary: 'ask the supplier of a waiting order now, as happens later by itself',
  permission: 'orders.decide',
  route: 'POST orders/:order/ask-again',
  kind: 'outside',
  target: ORDER,
  answer: ORDER_PURCHASE.type,
  run: async ({ services, id, signal }) => {
    const order = await orderOf(services, id);
    const before = ORDER_PURCHASE.of(await purchaseOf(services, order));
    await services(RepeatedPurchases).askAgain(order, signal);
    const asked = await orderOf(services, id);
    return { answer: ORDER_PURCHASE.of(await purchaseOf(services, asked)), before };
  },
});

class BuyAgainDto {
  @TextField({
    min: 1,
    max: 36,
    example: KEY,
    description:
      'The `key` of the forgotten purchase, from `GET orders/:order/purchase`: it says that its evidence was looked at, and that nothing has changed since.',
  })
  instead_of: string;
}

interface BoughtAgain extends GivenUpPurchase {
  readonly orderId: string;
  /** The new one. */
  readonly nextGeneration: number;
}

const BOUGHT_AGAIN = shapeOf<BoughtAgain>()('BoughtAgainDto', {
  order_id: text(ORDER_ID),
  supplier: text({ example: 'acme' }),
  generation: whole(({ nextGeneration }) => nextGeneration, { example: 1 }),
  instead_of: text(({ key }) => key, { example: KEY, description: 'The former key.' }),
  sealed: flag(({ why }) => why === 'sealed', {
    description:
      'True if the supplier has sealed the former key; false if it cannot, and does not know it.',
  }),
});

export const orderBuyAgain = operation<unknown, BuyAgainDto, ShownBy<typeof BOUGHT_AGAIN>, string>({
  name: 'order buy-again',
  summary: 'buy an order again that its supplier has forgotten, under another key',
  description:
    'First the supplier seals the former key, or cannot and does not know it; otherwise nothing is bought. A supplier that has delivered or charged in the time that it has forgotten is to be settled with by hand.',
  permission: 'orders.buy-again',
  route: 'POST orders/:order/buy-again',
  kind: 'once',
  status: 200,
  target: ORDER,
  input: BuyAgainDto,
  answer: BOUGHT_AGAIN.type,
  prepare: async ({ services, id, input }) => {
    const order = await orderOf(services, id);
    return { order, givenUp: await services(RepeatedPurchases).giveUp(order, input.instead_of) };
  },
  run: async ({ services, by, manager, prepared }) => {
    const { order, givenUp } = prepared as { order: Order; givenUp: GivenUpPurchase };
    const repeated = services(RepeatedPurchases);
    const nextGeneration = await repeated.buyAgain(manager, order, givenUp, by.actor);
    const { orderId } = order;
    const answer = BOUGHT_AGAIN.of({ ...givenUp, orderId, nextGeneration });
    return { answer, before: { order_id: orderId, ...PURCHASE.of(givenUp) } };
  },
});

export const PURCHASE_OPERATIONS = [orderAskAgain, orderBuyAgain];
