import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Principal } from '../../account/access/principal.js';
import { BatchBalances } from '../../account/ledger/batch-balances.js';
import { AppError } from '../../common/app-error.js';
import type { DeliveryStart } from '../delivery/order-delivery.js';
import {
  StockDelivery,
  type ReservedStock,
  type StockRequest,
} from '../delivery/stock-delivery.js';
import { OrderEvents } from '../order-events.service.js';
import { newOrderBody } from '../order-shapes.js';
import { OrderRepository } from '../order.repository.js';
import { QuantityNotAvailableError } from '../rules/orders.errors.js';
import { startedOrder } from './order-intake.js';
import { OrderRules, type OrderOfCaller } from './order-rules.js';

/** An order of a batch. */
export interface JointOrder extends OrderOfCaller {
  readonly principal: Principal;
  /** Of codes from stock; undefined for an order that is left to the operator. */
  readonly stock: StockRequest | undefined;
}

/** The answer of a placed order as JSON, or the refusal; undefined if a transaction of its own has to decide. */
export type JointOutcome = Buffer | AppError | undefined;

type StartedOrder = JointOrder & { readonly start: DeliveryStart };

const FOR_OPERATOR: DeliveryStart = { kind: 'operator' };

/** Takes several orders in one transaction: what `OrderIntake` does for one, and in the same order of locks. */
@Injectable()
export class JointIntake {
  constructor(
    private readonly orders: OrderRepository,
    private readonly stock: StockDelivery,
    private readonly events: OrderEvents,
    private readonly rules: OrderRules,
    private readonly balances: BatchBalances,
  ) {}

  /** @returns by order id; a refusal is exact, since the rows that it depends on are locked */
  async take(
    manager: EntityManager,
    batch: readonly JointOrder[],
  ): Promise<Map<string, JointOutcome>> {
    const outcomes = new Map<string, JointOutcome>();
    const reserved = await this.stock.reserve(
      manager,
      batch.flatMap(({ stock }) => stock ?? []),
    );
    const started = batch.flatMap((one) => this.started(one, reserved, outcomes));
    if (started.length === 0) return outcomes;
    const books = await this.balances.open(
      manager,
      started.map(({ principal }) => principal),
    );
    const refusals = this.rules.refusalsIn(books, started);
    // Codes of an order that is refused are free again, and may be enough for another one.
    const isFreed = started.some(
      ({ order, start }) => isDelivered(start) && refusals.has(order.orderId),
    );
    if (isFreed) outcomes.clear();
    for (const [orderId, refusal] of refusals) outcomes.set(orderId, refusal);
    const placed = started.filter(({ order }) => !refusals.has(order.orderId));
    if (placed.length === 0) return outcomes;
    for (const [orderId, answer] of await this.insert(manager, placed))
      outcomes.set(orderId, answer);
    await this.balances.post(manager, books);
    const delivered = placed.filter(({ start }) => isDelivered(start));
    await reserved.deliver(delivered.map(({ order }) => order.orderId));
    return outcomes;
  }

  /** Nothing for an order that is not placed here, of which is noted why. */
  private started(
    one: JointOrder,
    reserved: ReservedStock,
    outcomes: Map<string, JointOutcome>,
  ): StartedOrder[] {
    const { order, stock } = one;
    if (!stock) return [{ ...one, start: FOR_OPERATOR }];
    const start = reserved.of(order.orderId);
    if (start === 'short') outcomes.set(order.orderId, new QuantityNotAvailableError());
    return typeof start === 'string' ? [] : [{ ...one, start }];
  }

  private async insert(
    manager: EntityManager,
    placed: readonly StartedOrder[],
  ): Promise<Map<string, Buffer>> {
    const orders = placed.map(({ order, start, principal }) => ({
      order: startedOrder(order, start, principal),
      principal,
    }));
    await this.orders.insert(
      manager,
      orders.map(({ order }) => order),
    );
    for (const { order, principal } of orders) await this.events.placed(manager, order, principal);
    return new Map(orders.map(({ order }) => [order.orderId, newOrderBody(order)]));
  }
}

function isDelivered({ kind }: DeliveryStart): boolean {
  return kind === 'delivered';
}
