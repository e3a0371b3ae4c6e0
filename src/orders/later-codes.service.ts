import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError } from '../common/app-error.js';
import { numericText } from '../common/decimal.js';
import { messageKey, type MessageKey } from '../common/message-key.js';
import { canonicalText } from '../common/text.js';
import { DeliveredCodes } from './delivered-codes.js';
import { noSuchOrder } from './no-such-order.js';
import { deliverableCode } from './order-closing.service.js';
import { OrderEvents } from './order-events.service.js';
import type { Order } from './order.entity.js';
import { OrderRepository } from './order.repository.js';
import { RepeatedDeliveries, repeatText } from './repeated-deliveries.js';

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
    const refused = (why: string, key: MessageKey) =>
      new ConflictError(`Order ${order.orderId} got no codes: ${why}.`, { messageKey: key });
    if (order.status !== 'accept' || numericText(order.refunded) !== '0') {
      const why = 'it is not accepted, or it was paid back';
      throw refused(why, messageKey('codes.not-open', {}));
    }
    const added = texts.map(deliverableCode);
    const opened = this.codes.tryDecrypt(order);
    if ('error' in opened) throw opened.error;
    const before = opened.order.deliveredCodes ?? [];
    const codes = [...before, ...added];
    const had = new Set(before.map(canonicalText));
    if (new Set([...had, ...added]).size < had.size + added.length)
      throw refused('it would have one twice', messageKey('codes.used', {}));
    const most = await mostOf(order);
    if (codes.length > most)
      throw refused(`at most ${most} are taken for it`, messageKey('codes.too-many', { most }));
    const byHand = { isHeld: false, anyway: false };
    const repeat = await this.repeats.claim(manager, order, added, byHand);
    if (repeat) throw refused(repeatText(repeat), messageKey('codes.used', {}));
    const hasWebhook = await this.orders.setCodes(manager, order, codes);
    // Listeners of extensions have been told that it was accepted, and may count it.
    await this.events.closed(manager, order, { hasWebhook, listeners: [] });
    return { orderId: order.orderId, before: before.length, codes: codes.length };
  }
}
