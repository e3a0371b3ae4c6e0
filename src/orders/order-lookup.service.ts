import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../account/access/principal.js';
import { Checkpoints } from '../account/receipts/checkpoints.service.js';
import type { SignedText } from '../account/receipts/signed-text.js';
import type { FlatParameters } from '../common/http/parameters/flat-parameters.js';
import { CONFIG, type SoukConfig } from '../config/souk-config.js';
import { retryWhileUnavailable } from '../database/retry.js';
import { checkedOrderShape, type CheckedOrderShape } from './order-shapes.js';
import { normalOrderUuid, requiredOrderUuid } from './rules/order-uuid.js';
import { CheckedOrders, type CheckedOrder } from './checked-orders.js';
import { OrderRepository } from './order.repository.js';
import { checkQuery } from './rules/check-query.js';

/** The answer of check without its status. */
export interface CheckAnswer {
  readonly data: CheckedOrderShape[];
  /** Only when the request asks for sealing. */
  readonly sealed?: readonly string[];
  /** Only when the request asks for receipts; null if the shop does not sign. */
  readonly checkpoint?: SignedText | null;
}

/** Reports the caller's own orders. Orders of other accounts are treated as unknown. */
@Injectable()
export class OrderLookup {
  constructor(
    private readonly orders: OrderRepository,
    private readonly checked: CheckedOrders,
    private readonly checkpoints: Checkpoints,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {}

  /**
   * Returns the listed orders in the sequence of the request, with `details` each with its reason. With `seal`, it first seals each listed idempotency key
   * that is unknown, so that it can never become an order, and returns all sealed keys as the caller wrote them.
   * @throws BadParameterError (114)
   */
  async check(principal: Principal, parameters: FlatParameters): Promise<CheckAnswer> {
    // All of it is read before anything is sealed.
    const { listed, byUuid, isSealing, hasDetails, hasReceipts } = checkQuery(parameters);
    const sealed = isSealing ? await this.seal(principal, listed) : undefined;
    const found = byUuid
      ? await this.byUuids(principal, listed)
      : await this.checked.byIds(principal.accountId, listed);
    const data = found.map((order) => checkedOrderShape(order, hasDetails));
    // It is read last, so it covers the orders as they are told.
    const receipts = await this.checkpoints.ifAsked(principal.accountId, hasReceipts);
    return { data, ...(sealed && { sealed }), ...receipts };
  }

  /** @returns the sealed keys as the caller wrote them. */
  private async seal(principal: Principal, texts: string[]): Promise<string[]> {
    const mode = principal.orderUuidMode ?? this.config.ORDER_UUID;
    const keys = new Map(texts.map((text) => [text, requiredOrderUuid(text, mode)]));
    const orderUuids = [...new Set(keys.values())];
    // Sealing is idempotent, so it may be repeated after a connection error.
    const states = await retryWhileUnavailable(() =>
      this.orders.sealKeys(principal.accountId, orderUuids),
    );
    const sealed = new Set(
      states.filter(({ orderId }) => orderId === null).map(({ orderUuid }) => orderUuid),
    );
    return texts.filter((text) => sealed.has(keys.get(text) ?? ''));
  }

  private byUuids(principal: Principal, texts: string[]): Promise<CheckedOrder[]> {
    const mode = principal.orderUuidMode ?? this.config.ORDER_UUID;
    const orderUuids = [...new Set(texts.flatMap((text) => normalOrderUuid(text, mode) ?? []))];
    return this.checked.byUuids(principal.accountId, orderUuids);
  }
}
