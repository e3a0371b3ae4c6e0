import { Injectable } from '@nestjs/common';
import { TemporarilyUnavailableError } from '../common/app-error.js';
import { SecretBox, SecretKeyMissingError, SecretUnreadableError } from '../common/secret-box.js';
import type { Order } from './order.entity.js';

type OrderKey = Pick<Order, 'accountId' | 'orderId'>;

/** The columns that hold an order's codes; one of them at most is set. */
type CodeColumns = Pick<Order, 'deliveredCodes' | 'sealedCodes'>;

/**
 * How delivered codes are kept: sealed, never as they are. `deliveredCodes` is only read, for what was delivered before
 * the shop had a key.
 */
@Injectable()
export class DeliveredCodes {
  constructor(private readonly box: SecretBox) {}

  /** @throws SecretKeyMissingError, before anything is written, when there are codes and no key */
  columnsFor(order: OrderKey, codes: readonly string[] | null): CodeColumns {
    const sealedCodes = codes && this.box.encrypt(JSON.stringify(codes), aboutOrder(order));
    return { deliveredCodes: null, sealedCodes };
  }

  /**
   * The same for an order that is being placed.
   * @throws TemporarilyUnavailableError (111) without a key: nothing is sold that could not be kept
   */
  columnsForNew(order: OrderKey, codes: readonly string[] | null): CodeColumns {
    try {
      return this.columnsFor(order, codes);
    } catch (error) {
      if (error instanceof SecretKeyMissingError) throw new TemporarilyUnavailableError(error);
      throw error;
    }
  }

  /**
   * The order with its codes readable.
   * @throws TemporarilyUnavailableError (111) when their key is missing: the codes are there, and so is the order.
   */
  opened<Sealed extends OrderKey & CodeColumns>(order: Sealed): Sealed {
    if (!order.sealedCodes) return order;
    try {
      const codes = this.box.decrypt(order.sealedCodes, aboutOrder(order));
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
