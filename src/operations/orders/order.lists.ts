import {
  ORDER_SORTS,
  ShopOrders,
  type OrderSort,
} from '../../orders/history/shop-orders.repository.js';
import { OrderListService } from '../../orders/order-list.service.js';
import { ORDER_STATUSES, type OrderStatus } from '../../orders/rules/order-status.js';
import { isOrderId } from '../../orders/rules/order-uuid.js';
import { OrderTimeline } from '../../upkeep/timeline/order-timeline.service.js';
import type { TimelineEntry } from '../../upkeep/timeline/timeline-entries.js';
import { factsByName, text, time } from '../answers/answer-fields.js';
import { many, shapeOf, type ShownBy } from '../answers/shape.js';
import { IdParameter, TimeField, WordField } from '../fields/fields.js';
import { list } from '../lists/list.js';
import { ListQuery, numberOf, pageByTime } from '../lists/page.js';
import { reading, type AskedReading } from '../reading.js';
import { asListed, ORDER_SHAPE, SHOP_ORDER } from './order.answers.js';
import { atWork } from './orders-at-work.js';
import { shownNote, withoutSupplierTexts } from './supplier-texts.js';

export class OrderQuery extends ListQuery {
  @WordField(ORDER_STATUSES, { optional: true, description: 'Only orders in this state.' })
  status?: OrderStatus;

  @IdParameter({ flag: 'account', description: 'Only orders of this account.' })
  account_id?: string;

  @IdParameter({ flag: 'product', description: 'Only orders of this product.' })
  product_id?: string;

  @TimeField({ flag: 'since', optional: true, description: 'Only orders of this time or later.' })
  from?: string;

  @TimeField({ flag: 'until', optional: true, description: 'Only orders before this time.' })
  to?: string;

  @WordField(ORDER_SORTS, { optional: true, description: 'Which come first; newest if absent.' })
  sort?: OrderSort;
}

export const orderList = list({
  name: 'order list',
  operationId: 'orders',
  summary: 'the orders of all accounts, newest or oldest first',
  permission: 'orders.read',
  route: 'GET orders',
  query: OrderQuery,
  item: SHOP_ORDER,
  pageName: 'OrderPageDto',
  hasShortPages: true,
  page: ({ services, query, may }) => {
    const { account_id: account, product_id: product, ...asked } = query;
    const filter = { ...asked, accountId: numberOf(account), productId: numberOf(product) };
    const showsValues = may('orders.values');
    return pageByTime('orders', isOrderId, query, async (after, limit) => {
      const { items, next } = await services(ShopOrders).page(filter, after, limit);
      const seen = items.map((order) => ({ ...order, showsValues }));
      return { items: await atWork(services, seen), next };
    });
  },
});

/** What suppliers have said may name costs, and our balance there. */
const maySeeSupplierTexts = (may: AskedReading['may']): boolean =>
  may('costs.read') && may('suppliers.balances');

export const orderShow = reading({
  name: 'order show',
  operationId: 'order',
  summary: 'one order, by its id or order_uuid',
  permission: 'orders.read',
  route: 'GET orders/:order',
  of: 'order',
  shape: ORDER_SHAPE,
  read: async ({ services, id, may }: AskedReading<string>) => {
    const showsValues = may('orders.values');
    const order = await services(OrderListService).get(id, showsValues);
    const note = shownNote(order, maySeeSupplierTexts(may));
    return { ...asListed(order, showsValues), whole: order, note };
  },
});

/** What has happened to an order. */
const TIMELINE_ENTRY = shapeOf<TimelineEntry>()('TimelineEntryDto', {
  at: time(),
  event: text({
    example: 'debit',
    description: 'Such as placed, debit, purchase sent, decided, webhook sent.',
  }),
  facts: factsByName({
    example: { amount: '-0.89' },
    description:
      'By name, without account fields and codes. What a supplier has charged is there with the permission `costs.read` alone, and what it has said with `suppliers.balances` as well.',
  }),
});
export type TimelineEntryDto = ShownBy<typeof TIMELINE_ENTRY>;

const TIMELINE = shapeOf<readonly TimelineEntry[]>()('TimelineDto', {
  items: many(TIMELINE_ENTRY, (entries: readonly TimelineEntry[]) => entries),
});

export const orderTimeline = reading({
  name: 'order timeline',
  summary: 'what has happened to an order, oldest first',
  permission: 'orders.read',
  route: 'GET orders/:order/timeline',
  of: 'order',
  shape: TIMELINE,
  read: async ({ services, id, may }: AskedReading<string>) => {
    const { orderId } = await services(OrderListService).get(id, false);
    const all = (await services(OrderTimeline).of(orderId)).filter(
      ({ event }) => may('webhooks.read') || !event.startsWith('webhook '),
    );
    const entries = maySeeSupplierTexts(may) ? all : withoutSupplierTexts(all);
    return may('costs.read') ? entries : entries.map(withoutCost);
  },
});

function withoutCost({ facts, ...entry }: TimelineEntry): TimelineEntry {
  const others = Object.entries(facts).filter(([name]) => name !== 'cost');
  return { ...entry, facts: Object.fromEntries(others) };
}
