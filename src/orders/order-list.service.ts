import { Injectable } from '@nestjs/common';
import { ConflictError, MissingError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';
import { OrderedProducts } from './ordered-products.repository.js';
import { OrderKeys } from './keys/order-keys.js';
import { noSuchOrder } from './no-such-order.js';
import type { Order } from './order.entity.js';
import { OrderRepository } from './order.repository.js';
import { isOrderId, normalOrderUuid } from './rules/order-uuid.js';

/** Finds orders of all accounts, for the operator. */
@Injectable()
export class OrderListService {
  constructor(
    private readonly orders: OrderRepository,
    private readonly keys: OrderKeys,
    private readonly products: OrderedProducts,
  ) {}

  /** Those that there are, in any order. */
  named(orderIds: readonly string[]): Promise<Order[]> {
    return this.orders.byIds(orderIds);
  }

  /**
   * Finds an order by its id or its idempotency key.
   * @param withCodes false for those who do not need its codes, which may be unreadable.
   * @throws MissingError; ConflictError when the key is sealed, or belongs to orders of several accounts.
   */
  async get(idOrUuid: string, withCodes = true): Promise<Order> {
    const orderId = isOrderId(idOrUuid) ? idOrUuid : await this.orderIdOf(normalKey(idOrUuid));
    const order = await this.orders.findById(orderId, withCodes);
    if (order) return order;
    throw noSuchOrder(orderId);
  }

  /** @returns the name that the product of each of these orders of the account had, by the id of the order. */
  productNames(
    accountId: number,
    orderIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    return this.products.namesOf(accountId, orderIds);
  }

  private async orderIdOf(orderUuid: string): Promise<string> {
    const keys = await this.keys.find(orderUuid);
    const [orderId, ...others] = keys.flatMap((key) => key.orderId ?? []);
    if (orderId !== undefined && others.length === 0) return orderId;
    if (orderId !== undefined) {
      const ids = [orderId, ...others].join(', ');
      throw new ConflictError(...sentence('order.key-of-several', { orders: ids }));
    }
    if (keys.length === 0) {
      throw new MissingError(...sentence('missing.order-key', { key: orderUuid }));
    }
    const accounts = keys.map(({ accountId }) => accountId).join(', ');
    throw new ConflictError(...sentence('order.key-sealed', { key: orderUuid, accounts }));
  }
}

/** A text that cannot be a key is searched for as it is, and so is not found. */
function normalKey(text: string): string {
  return normalOrderUuid(text, 'opaque') ?? text.trim();
}
