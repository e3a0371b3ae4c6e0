import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError } from '../common/app-error.js';
import { numericText } from '../common/decimal.js';
import { sentence } from '../common/sentence.js';
import { canonicalText } from '../common/text.js';
import { DeliveredCodes } from './delivered-codes.js';
import { noSuchOrder } from './no-such-order.js';
import { deliverableCode } from './order-closing.service.js';
import { OrderEvents } from './order-events.service.js';
import type { Order } from './order.entity.js';
import { OrderRepository } from './order.repository.js';
import { RepeatedDeliveries } from './repeated-deliveries.js';

/** Adds codes to orders that were accepted without, or with too few. */
@Injectable()
export class LaterCodes {
  constructor(
    private readonly orders: OrderRepository,
    private readonly codes: DeliveredCodes,
    private readonly repeats: RepeatedDeliveries,
    private readonly events: OrderEvents,
  ) {}

  /**
   * Adds codes in the caller's transaction, with the order locked: a reversal, and who adds others, wait for it.
   * @param mostOf the most codes that an order has, with those that it had before
   * @throws MissingError; ConflictError; OperatorError
   */
  async add(
    manager: EntityManager,
    orderId: string,
    texts: readonly string[],
    mostOf: (order: Order) => Promise<number>,
  ): Promise<{ orderId: string; before: number; codes: number }> {
    const order = await this.orders.lockById(manager, orderId);
    if (!order) throw noSuchOrder(orderId);
    if (order.status !== 'accept' || numericText(order.refunded) !== '0') {
      throw new ConflictError(...sentence('codes.not-open'));
    }
    if (order.erasedAt) throw new ConflictError(...sentence('order.erased', { order: orderId }));
    const added = texts.map(deliverableCode);
    const opened = this.codes.tryDecrypt(order);
    if ('error' in opened) throw opened.error;
    const before = opened.order.deliveredCodes ?? [];
    const codes = [...before, ...added];
    const had = new Set(before.map(canonicalText));
    if (new Set([...had, ...added]).size < had.size + added.length)
      throw new ConflictError(...sentence('codes.used'));
    const most = await mostOf(order);
    if (codes.length > most) throw new ConflictError(...sentence('codes.too-many', { most }));
    const byHand = { isHeld: false, anyway: false };
    const repeat = await this.repeats.claim(manager, order, added, byHand);
    if (repeat) throw new ConflictError(...sentence('codes.used'));
    const hasWebhook = await this.orders.setCodes(manager, order, codes);
    // Listeners of extensions have been told that it was accepted, and may count it.
    await this.events.closed(manager, order, { hasWebhook, listeners: [] });
    return { orderId: order.orderId, before: before.length, codes: codes.length };
  }
}
