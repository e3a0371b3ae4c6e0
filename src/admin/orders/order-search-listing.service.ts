import { Injectable } from '@nestjs/common';
import { numericText } from '../../common/decimal.js';
import { OrderSearch, type FoundOrder } from '../../orders/search/order-search.service.js';
import type { Caller } from '../access/caller.js';
import { cursorOf, keyAfter, limitOf } from '../../operations/lists/page.js';
import { RefusalCauses } from '../../operator/refusals/refusal-causes.service.js';
import { shownRefusals } from '../../operations/orders/refusal.lists.js';
import { ORDERS_LIST } from './order-lists.js';
import type { FoundOrderDto, OrderFindingsDto, OrderSearchQuery } from './order-search.dto.js';

const LIST = { ...ORDERS_LIST, name: 'found orders' };

/** Finds orders for operators by whatever is known of them. */
@Injectable()
export class OrderSearchListing {
  constructor(
    private readonly search: OrderSearch,
    private readonly causes: RefusalCauses,
  ) {}

  async find(
    { text, limit, cursor, account_id: account, from, to }: OrderSearchQuery,
    caller: Caller,
  ): Promise<OrderFindingsDto> {
    const { orders, refusals, sealedFor, valuesSearched } = await this.search.find(text, {
      ...(account !== undefined && { accountId: Number(account) }),
      ...{ from, to, withValues: caller.may('orders.values') },
      after: keyAfter(LIST, cursor),
      limit: limitOf(limit),
    });
    return {
      items: orders.items.map(foundShape),
      next: orders.next && cursorOf(LIST.name, [orders.next.time, orders.next.id]),
      refusals: await shownRefusals(this.causes, refusals, (permission) => caller.may(permission)),
      sealed_for: [...sealedFor],
      values_searched: valuesSearched,
    };
  }
}

function foundShape(order: FoundOrder): FoundOrderDto {
  return {
    order_id: order.orderId,
    by: order.by,
    order_uuid: order.orderUuid,
    account_id: order.accountId,
    product_id: order.productId,
    product_name: order.productName,
    quantity: numericText(order.quantity),
    total: numericText(order.total),
    refunded: numericText(order.refunded),
    status: order.status,
    test: order.rehearsal,
    created_at: order.createdAt,
  };
}
