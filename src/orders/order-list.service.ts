import { Injectable } from '@nestjs/common';
import { OperatorError } from '../common/app-error.js';
import type { Order } from './order.entity.js';
import { OrderRepository, type OrderFilter } from './order.repository.js';

/** Lists the orders of all accounts, for the operator. */
@Injectable()
export class OrderListService {
  constructor(private readonly orders: OrderRepository) {}

  list(filter: OrderFilter): Promise<Order[]> {
    return this.orders.list(filter);
  }

  /** @throws OperatorError when there is no such order. */
  async get(orderId: string): Promise<Order> {
    const order = await this.orders.findById(orderId);
    if (order) return order;
    throw new OperatorError(`There is no order ${orderId}; see "souk order list".`);
  }
}
