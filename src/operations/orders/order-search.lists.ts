import { RefusalCauses } from '../../upkeep/refusals/refusal-causes.service.js';
import { isOrderId } from '../../orders/rules/order-uuid.js';
import { OrderSearch, type FoundOrder } from '../../orders/search/order-search.service.js';
import { text, wholes, word } from '../answers/answer-fields.js';
import { many, shapeOf, type ShownBy } from '../answers/shape.js';
import { IdParameter, TextField, TimeField } from '../fields/fields.js';
import { numberOf, pageByTime, PageQuery } from '../lists/page.js';
import { reading } from '../reading.js';
import { BRIEF_ORDER } from './order.answers.js';
import { explained, REFUSAL_SHAPE, type ExplainedRefusal } from './refusal.lists.js';

const MAX_TEXT_CHARACTERS = 1_000;
const FOUND_BY = ['order_id', 'order_uuid', 'field', 'code'] as const;
const VALUES_SEARCHED = ['all', 'some', 'no key', 'not allowed'] as const;

export class OrderSearchQuery extends PageQuery {
  @TextField({
    min: 1,
    max: MAX_TEXT_CHARACTERS,
    example: '5512345678',
    description:
      'An order id, an order_uuid, the whole value of an account field such as a player id, or a delivered code.',
  })
  text: string;

  @IdParameter({ description: 'Only orders of this account.' })
  account_id?: string;

  @TimeField({ optional: true, description: 'Only orders of this time or later.' })
  from?: string;

  @TimeField({ optional: true, description: 'Only orders before this time.' })
  to?: string;
}

export const FOUND_ORDER = shapeOf<FoundOrder>()('FoundOrderDto', {
  ...BRIEF_ORDER.fields,
  by: word(FOUND_BY)({ description: 'What the text is of the order.' }),
});

export type FoundOrderDto = ShownBy<typeof FOUND_ORDER>;

interface Findings {
  readonly items: readonly FoundOrder[];
  readonly next: string | null;
  readonly refusals: readonly ExplainedRefusal[];
  readonly sealedFor: readonly number[];
  readonly valuesSearched: (typeof VALUES_SEARCHED)[number];
}

const FINDINGS = shapeOf<Findings>()('OrderFindingsDto', {
  items: many(FOUND_ORDER, ({ items }: Findings) => items),
  next: text.orNull(),
  refusals: many(REFUSAL_SHAPE, ({ refusals }: Findings) => refusals, {
    description: 'Refused requests with the text as order_uuid; on the first page only.',
  }),
  sealed_for: wholes({
    description:
      'Accounts that have given the text up as order_uuid: it was never charged and never will be. On the first page only.',
  }),
  values_searched: word(VALUES_SEARCHED)({
    description:
      'Whether fields and codes were searched: all that the shop keeps (`SEARCH_KEPT_DAYS`); all but those of orders that are not in the index yet; none, for want of a secret key; or none, for want of the permission `orders.values`.',
  }),
});
export type OrderFindingsDto = ShownBy<typeof FINDINGS>;

export const orderSearch = reading({
  name: 'order find',
  operationId: 'order-search',
  summary: 'orders by whatever is known of them, newest first, and refused requests by order_uuid',
  permission: 'orders.read',
  route: 'GET order-search',
  query: OrderSearchQuery,
  shape: FINDINGS,
  read: ({ services, query, may }) =>
    pageByTime('found orders', isOrderId, query, async (after, limit) => {
      const { text: sought, account_id: account, from, to } = query;
      const { orders, refusals, ...found } = await services(OrderSearch).find(sought, {
        ...{ accountId: numberOf(account), from, to, withValues: may('orders.values') },
        ...{ after, limit },
      });
      const told = await explained(services(RefusalCauses), refusals, may);
      return { ...found, ...orders, refusals: told };
    }),
});
