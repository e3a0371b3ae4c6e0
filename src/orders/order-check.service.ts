import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../account/access/principal.js';
import { BadParameterError } from '../common/app-error.js';
import type { FlatParameters } from '../common/http/parameters/flat-parameters.js';
import { CONFIG, type SoukConfig } from '../config/souk-config.js';
import { checkedOrderShape, type CheckedOrderShape } from './order-shapes.js';
import { normalOrderUuid } from './rules/order-uuid.js';
import type { Order } from './order.entity.js';
import { OrderRepository } from './order.repository.js';
import { listedOrders } from './rules/orders-parameter.js';

/** Reports the caller's own orders; any other is as unknown as one that never was. */
@Injectable()
export class OrderCheckService {
  constructor(
    private readonly orders: OrderRepository,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {}

  /** The listed orders in the order of the request. @throws BadParameterError (114) */
  async check(principal: Principal, parameters: FlatParameters): Promise<CheckedOrderShape[]> {
    if (flag(parameters, 'seal')) {
      throw new BadParameterError('Parameter seal is not supported by this version');
    }
    const listed = listedOrders(parameters.single('orders'));
    const found = flag(parameters, 'uuid')
      ? await this.byUuids(principal, listed)
      : await this.byIds(principal, listed);
    return found.map(checkedOrderShape);
  }

  private async byIds({ accountId }: Principal, orderIds: string[]): Promise<Order[]> {
    const orders = await this.orders.listByIds(accountId, orderIds);
    return inOrderOf(orderIds, orders, ({ orderId }) => orderId);
  }

  private async byUuids(principal: Principal, texts: string[]): Promise<Order[]> {
    const mode = principal.orderUuidMode ?? this.config.ORDER_UUID;
    const orderUuids = [...new Set(texts.flatMap((text) => normalOrderUuid(text, mode) ?? []))];
    const orders = await this.orders.listByUuids(principal.accountId, orderUuids);
    return inOrderOf(orderUuids, orders, ({ orderUuid }) => orderUuid);
  }
}

function inOrderOf(
  keys: readonly string[],
  orders: Order[],
  keyOf: (order: Order) => string,
): Order[] {
  const byKey = new Map(orders.map((order) => [keyOf(order), order]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

/** `1` and `true` switch it on. */
function flag(parameters: FlatParameters, name: string): boolean {
  const value = parameters.single(name)?.toLowerCase();
  return value === '1' || value === 'true';
}
