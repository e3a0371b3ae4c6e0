import { Injectable } from '@nestjs/common';
import { ShopOrders } from '../../orders/history/shop-orders.repository.js';
import { orderPage } from './order-lists.js';
import type { OrderPageDto, OrderQuery } from './orders.dto.js';

/** Answers operators with the orders of the shop. */
@Injectable()
export class OrderListing {
  constructor(private readonly orders: ShopOrders) {}

  page(query: OrderQuery, showsValues: boolean): Promise<OrderPageDto> {
    return orderPage(this.orders, query, showsValues);
  }
}
