import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError } from '../common/app-error.js';
import { numericText } from '../common/decimal.js';
import { messageKey, type MessageKey } from '../common/message-key.js';
import { canonicalText } from '../common/text.js';
import { deliverableCode, DeliveredCodes } from './delivered-codes.js';
import { noSuchOrder } from './no-such-order.js';
import { OrderEvents } from './order-events.service.js';
import type { Order } from './order.entity.js';
import { OrderRepository } from './order.repository.js';
import { RepeatedDeliveries, RepeatedDeliveryError } from './repeated-deliveries.js';

/** Codes that an operator adds to an accepted order. */
export interface LaterCodes {
  readonly codes: readonly string[];
  /** Also what another order has got. */
  readonly deliverAnyway: boolean;
  /** The most codes that an order has, with those that it had before. */
  readonly mostOf: (order: Order) => Promise<number>;
}

/** How many codes an order had, and how many it has. */
export interface AddedCodes {
  readonly orderId: string;
  readonly before: number;
  readonly codes: number;
}

/** Adds codes to orders that were accepted without, or with too few. */
@Injectable()
export class LaterCodesService {
  constructor(
    private readonly orders: OrderRepository,
    private readonly codes: DeliveredCodes,
    private readonly repeats: RepeatedDeliveries,
    private readonly events: OrderEvents,
  ) {}

  /**
   * Adds codes in the caller's transaction, with the order locked: a reversal and other codes wait for it.
   * @throws MissingError; ConflictError if the order does not allow it, or another one has got a code; OperatorError
   */
  async add(manager: EntityManager, orderId: string, added: LaterCodes): Promise<AddedCodes> {
    const order = await this.orders.lockById(manager, orderId);
    if (!order) throw noSuchOrder(orderId);
    assertMayGetCodes(order);
    const before = this.codesOf(order);
    const given = added.codes.map(deliverableCode);
    const codes = [...before, ...given];
    assertEachOnce(order, codes);
    assertBound(order, codes.length, await added.mostOf(order));
    const how = { isHeld: false, anyway: added.deliverAnyway };
    const repeat = await this.repeats.claim(manager, order, given, how);
    if (repeat) throw new RepeatedDeliveryError(order, repeat, 'got no codes');
    const audience = await this.orders.setCodes(manager, order, codes);
    await this.events.gotCodes(manager, order, audience);
    return { orderId: order.orderId, before: before.length, codes: codes.length };
  }

  /** @throws SecretUnreadableError */
  private codesOf(order: Order): readonly string[] {
    const opened = this.codes.tryDecrypt(order);
    if ('error' in opened) throw opened.error;
    return opened.order.deliveredCodes ?? [];
  }
}

/** @throws ConflictError */
function assertMayGetCodes({ orderId, status, refunded }: Order): void {
  if (status !== 'accept') {
    throw refused(
      `Order ${orderId} is not accepted, so no codes are added to it; nothing was changed.`,
      messageKey('codes.not-accepted', {}),
    );
  }
  if (numericText(refunded) !== '0') {
    throw refused(
      `Order ${orderId} was paid back, so no codes are added to it; nothing was changed.`,
      messageKey('codes.paid-back', {}),
    );
  }
}

/** @throws ConflictError that names no code, since whoever adds codes may not see those of the order */
function assertEachOnce({ orderId }: Order, codes: readonly string[]): void {
  if (new Set(codes.map(canonicalText)).size === codes.length) return;
  throw refused(
    `Order ${orderId} would have a code twice; nothing was changed.`,
    messageKey('codes.twice', {}),
  );
}

/** @throws ConflictError */
function assertBound({ orderId }: Order, codes: number, most: number): void {
  if (codes <= most) return;
  throw refused(
    `Order ${orderId} would have ${codes} codes, and at most ${most} are taken for it; nothing was changed.`,
    messageKey('codes.too-many', { codes: String(codes), most: String(most) }),
  );
}

function refused(why: string, key: MessageKey): ConflictError {
  return new ConflictError(why, { messageKey: key });
}
