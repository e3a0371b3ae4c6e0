import type { ShopOrder } from '../../orders/history/shop-orders.repository.js';
import type { Order } from '../../orders/order.entity.js';
import { ORDER_STATUSES } from '../../orders/rules/order-status.js';
import type { FoundOrderRow } from '../../orders/search/found-orders.repository.js';
import {
  flag,
  money,
  text,
  textsByName,
  time,
  whole,
  word,
  texts,
} from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { TIME } from '../answers/shown.js';

export const ORDER_ID = { example: 'ID_9fffb0d849a45215', csv: 'plain' } as const;
export const ORDER_UUID = { example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11' } as const;
const USD = { example: '0.89', description: 'USD.' } as const;

/** What every list of orders tells of each. */
export const BRIEF_ORDER = shapeOf<FoundOrderRow>()('BriefOrderDto', {
  order_id: text(ORDER_ID),
  order_uuid: text(ORDER_UUID),
  created_at: text({ form: { ...TIME, example: '2026-04-10T13:55:48.123456Z' }, csv: 'plain' }),
  account_id: whole({ example: 2 }),
  product_id: whole({ example: 1001 }),
  product_name: text({ example: '60 UC' }),
  quantity: money({ example: '1' }),
  total: money(USD),
  refunded: money({ example: '0', description: 'USD that reversals have paid back.' }),
  status: word(ORDER_STATUSES)({ csv: 'plain' }),
  test: flag(({ rehearsal }) => rehearsal, {
    description: 'True for an order that moves neither money nor goods.',
  }),
});

/** An order, for somebody who may see what resellers' customers have typed, or not. */
export interface SeenOrder extends ShopOrder {
  readonly showsValues: boolean;
}

const { total, refunded, status, test, ...first } = BRIEF_ORDER.fields;

const LISTED = shapeOf<SeenOrder>()('ListedOrderDto', {
  ...first,
  unit_price: money(USD),
  ...{ total, refunded, status },
  decided_at: time.orNull(),
  test,
  has_codes: flag({ description: 'True if codes were delivered.' }),
  fields: textsByName(
    ({ sentFields, showsValues }) =>
      Object.fromEntries(sentFields.map(([name, value]) => [name, showsValues ? value : null])),
    {
      example: { playerId: null },
      description: 'The account fields; each value is null without the permission `orders.values`.',
    },
  ),
}).fields;

/** An order of the list of the shop, with what is at work on it while it waits. */
export interface ShopOrderAtWork extends SeenOrder {
  readonly handler: string | null;
  readonly supplier: string | null;
}

export const SHOP_ORDER = shapeOf<ShopOrderAtWork>()('ShopOrderDto', {
  ...LISTED,
  handler: text.orNull({
    example: 'upstream',
    description:
      'What is to deliver it, such as `manual`, `codes` or `upstream`; null once it is decided.',
  }),
  supplier: text.orNull({ description: 'The supplier at which it is being bought.' }),
});
export type ShopOrderDto = ShownBy<typeof SHOP_ORDER>;

/** An order that was read as a whole. */
interface WholeOrder extends SeenOrder {
  readonly whole: Order;
  /** For operators, as far as this one may read it. */
  readonly note: string;
}

export const ORDER_SHAPE = shapeOf<WholeOrder>()('OrderDto', {
  ...LISTED,
  codes: texts.orNull(
    ({ whole: { deliveredCodes }, showsValues }) => (showsValues ? deliveredCodes : null),
    {
      form: { type: 'array', items: { type: 'string' } },
      description: 'Null without the permission `orders.values`, and where there are none.',
    },
  ),
  extra: textsByName.orNull(
    ({ whole: { extraParameters }, showsValues }) =>
      showsValues ? Object.fromEntries(extraParameters) : null,
    {
      form: { type: 'object', additionalProperties: { type: 'string' }, example: {} },
      description: 'Other parameters that were sent; null without the permission `orders.values`.',
    },
  ),
  decided_by: text.orNull(({ whole: { decidedBy } }) => decidedBy, { example: 'operator:ada' }),
  reason: text.orNull(({ whole: { reasonForReseller } }) => reasonForReseller),
  note: text({
    description:
      'For operators only. Empty without `costs.read` and `suppliers.balances` where a supplier has refused the order.',
  }),
});
export type OrderDto = ShownBy<typeof ORDER_SHAPE>;

/** An order that was read as a whole, as those of lists. */
export function asListed(order: Order, showsValues: boolean): SeenOrder {
  const { deliveredCodes, encryptedCodes, createdAt } = order;
  const hasCodes = deliveredCodes !== null || encryptedCodes !== null;
  return { ...order, hasCodes, createdAt: createdAt.toISOString(), showsValues };
}

/** How an order was closed, without codes, since it is stored as the answer of its request. */
export const DECISION_SHAPE = shapeOf<Order>()('DecisionDto', {
  order_id: text(ORDER_ID),
  status: word(['accept', 'reject', 'wait'])({
    form: { type: 'string', enum: ['accept', 'reject'] },
  }),
  decided_by: text(({ decidedBy }) => decidedBy ?? '', { example: 'operator:ada' }),
});
export type DecisionDto = ShownBy<typeof DECISION_SHAPE>;
