import { Injectable } from '@nestjs/common';
import { TemporarilyUnavailableError } from '../common/app-error.js';
import { SecretBox, SecretUnreadableError } from '../common/secret-box.js';
import type { Order } from './order.entity.js';

type OrderKey = Pick<Order, 'accountId' | 'orderId'>;

/** The columns that hold an order's codes; one of them at most is set. */
type CodeColumns = Pick<Order, 'deliveredCodes' | 'sealedCodes'>;

/** How delivered codes are kept: sealed where the shop has a secret key, else as they are. */
@Injectable()
export class DeliveredCodes {
  constructor(private readonly box: SecretBox) {}

  columnsFor(order: OrderKey, codes: readonly string[] | null): CodeColumns {
    if (codes === null) return { deliveredCodes: null, sealedCodes: null };
    if (!this.box.hasKey) return { deliveredCodes: [...codes], sealedCodes: null };
    return {
      deliveredCodes: null,
      sealedCodes: this.box.seal(JSON.stringify(codes), aboutOrder(order)),
    };
  }

  /**
   * The order with its codes readable.
   * @throws TemporarilyUnavailableError (111) when their key is missing: the codes are there, and so is the order.
   */
  opened(order: Order): Order {
    if (!order.sealedCodes) return order;
    try {
      const codes = this.box.open(order.sealedCodes, aboutOrder(order));
      return { ...order, deliveredCodes: JSON.parse(codes) as string[] };
    } catch (error) {
      if (error instanceof SecretUnreadableError) throw new TemporarilyUnavailableError(error);
      throw error;
    }
  }
}

function aboutOrder({ accountId, orderId }: OrderKey): string {
  return `order:${accountId}:${orderId}`;
}
