import { utcTime } from '../../books/utc-time.js';
import type { Position } from '../../common/paging.js';
import type { ShopOrders } from '../../orders/history/shop-orders.repository.js';
import { isOrderId } from '../../orders/rules/order-uuid.js';
import type { ListFile } from '../http/list-files.js';
import { cursorOf, keyAfter, limitOf, type ItemsPage } from '../../operations/lists/page.js';
import { listedOrderShape } from './order-shapes.js';
import type { ListedOrderDto, OrderQuery } from './orders.dto.js';

/** Lists by time and id. */
export const ORDERS_LIST = {
  name: 'orders',
  parseKey: ([time = '', id = '']: readonly string[]): Position | undefined =>
    utcTime(time) === time && isOrderId(id) ? { time, id } : undefined,
};

export const ORDERS_FILE: ListFile = {
  permission: 'orders.read',
  columns: {
    order_id: 'plain',
    order_uuid: 'text',
    created_at: 'plain',
    account_id: 'plain',
    product_id: 'plain',
    product_name: 'text',
    quantity: 'plain',
    unit_price: 'plain',
    total: 'plain',
    refunded: 'plain',
    status: 'plain',
    decided_at: 'plain',
    test: 'plain',
    has_codes: 'plain',
    fields: 'json',
    handler: 'text',
    supplier: 'text',
  },
};

/** A page of the orders of the shop. */
export async function orderPage(
  orders: ShopOrders,
  { limit, cursor, account_id: account, product_id: product, ...filter }: OrderQuery,
  showsValues: boolean,
): Promise<ItemsPage<ListedOrderDto>> {
  const { items, next } = await orders.page(
    {
      ...filter,
      ...(account !== undefined && { accountId: Number(account) }),
      ...(product !== undefined && { productId: Number(product) }),
    },
    keyAfter(ORDERS_LIST, cursor),
    limitOf(limit),
  );
  return {
    items: items.map((order) => listedOrderShape(order, showsValues)),
    next: next && cursorOf(ORDERS_LIST.name, [next.time, next.id]),
  };
}
