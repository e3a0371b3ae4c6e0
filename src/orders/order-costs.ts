import type { EntityManager } from 'typeorm';

/** The part of an order by which its cost is found. */
export interface CostedOrder {
  readonly accountId: number;
  readonly orderId: string;
  readonly productId: number;
  /** Decimal text. */
  readonly quantity: string;
  /** True for a test order. */
  readonly rehearsal: boolean;
}

/** The port by which an order that becomes `accept` gets its cost. The fulfillment module implements it. */
export abstract class OrderCosts {
  /** Records what the order cost the shop, in the transaction that accepts it; nothing for a test order. */
  abstract record(manager: EntityManager, order: CostedOrder): Promise<void>;
}
