import type { EntityManager } from 'typeorm';
import { ConflictError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';
import { shortList } from '../common/text.js';
import type { Order, OrderRef } from './order.entity.js';

/** Why a delivery is held back. */
export interface Repeat {
  /** One of its codes, or the order of its supplier, was delivered to another order; or a code is one of our stock. */
  readonly what: 'code' | 'supplier order' | 'stock';
  /** The ids of all orders that have some of it; none for a code of our stock that no order has. */
  readonly otherOrders: readonly string[];
}

/** An order that is delivered. */
export type DeliveredOrder = Readonly<
  Pick<Order, 'accountId' | 'orderId' | 'productId' | 'quantity' | 'fields' | 'rehearsal'>
>;

/** How an operator delivers an order. */
interface ByOperator {
  /** What is held back, and not what the operator has. */
  readonly isHeld: boolean;
  /** Also what another order has; of what is held back, only what was noted with it. */
  readonly anyway: boolean;
}

/** The port that keeps what one order has got from reaching another one. The fulfillment module implements it. */
export abstract class RepeatedDeliveries {
  /** Why a delivery of an order is held back, or was until the order was closed. */
  abstract find(order: OrderRef): Promise<Repeat | undefined>;

  /** The codes of that delivery; undefined if there is none. @throws SecretUnreadableError */
  abstract heldCodes(
    manager: EntityManager,
    order: OrderRef,
  ): Promise<readonly string[] | undefined>;

  /** Writes what an operator delivers, in the transaction that closes the order. @returns why nothing was written */
  abstract claim(
    manager: EntityManager,
    order: DeliveredOrder,
    codes: readonly string[],
    by: ByOperator,
  ): Promise<Repeat | undefined>;

  /** Notes with what is held back for a waiting order which orders have some of it now. */
  abstract renew(order: OrderRef, repeat: Repeat): Promise<void>;
}

/** For operators, without the full stop. It names nothing of a supplier, since not all may read that. */
export function repeatText({ what, otherOrders }: Repeat): string {
  const others = shortList(otherOrders);
  if (otherOrders.length > 1) return `parts of it were delivered to the orders ${others} already`;
  switch (what) {
    case 'code':
      return `a code of it was delivered to order ${others} already`;
    case 'supplier order':
      return `the supplier's order was delivered to order ${others} already`;
    case 'stock':
      return others === ''
        ? 'a code of it is one of our own stock'
        : `a code of it was sold out of our own stock to order ${others} already`;
  }
}

/** An order was about to be delivered by hand what another one has, and nothing was changed. */
export class RepeatedDeliveryError extends ConflictError {
  constructor({ orderId }: OrderRef, repeat: Repeat) {
    super(...repeated(orderId, repeat));
  }
}

/** What is held back for an order was about to be delivered anyway, and orders have got some of it that were not noted. */
export class RepeatsChangedError extends ConflictError {
  constructor(
    readonly order: OrderRef,
    readonly repeat: Repeat,
  ) {
    super(
      ...sentence('order.repeats-changed', {
        order: order.orderId,
        others: shortList(repeat.otherOrders),
      }),
    );
  }
}

function repeated(order: string, { otherOrders }: Repeat): ReturnType<typeof sentence> {
  return otherOrders.length === 0
    ? sentence('order.repeated-in-stock', { order })
    : sentence('order.repeated', { order, other: shortList(otherOrders) });
}

/** There is nothing that could be delivered anyway. */
export function nothingHeld({ orderId }: OrderRef): ConflictError {
  return new ConflictError(...sentence('order.nothing-held', { order: orderId }));
}
