import { Injectable } from '@nestjs/common';
import { OperatorError } from '../common/app-error.js';
import { sentence } from '../common/sentence.js';
import { OrderListService } from './order-list.service.js';
import type { Order } from './order.entity.js';
import { OrderRefusals } from './refusals/order-refusals.service.js';
import type { NotedRefusal } from './refusals/refusal-page.js';
import { isOrderId, normalOrderUuid } from './rules/order-uuid.js';
import { OrderKeys } from './keys/order-keys.js';

/** All that is known under one idempotency key. */
export interface OrderInquiry {
  /** Null if the key belongs to no order. */
  readonly order: Order | null;
  /** The key in its normal form. */
  readonly orderUuid: string;
  /** The accounts that have sealed the key. */
  readonly sealedFor: readonly number[];
  /** The refused requests under the key that are still in the journal, newest first. */
  readonly refusals: readonly NotedRefusal[];
}

interface InquiryOptions {
  /** Only what this account has sent. */
  readonly accountId?: number | undefined;
  /** Most refusals. */
  readonly limit: number;
  /** False for those who do not need the codes of the order, which may be unreadable. True by default. */
  readonly withCodes?: boolean;
}

/** Answers what has become of an order, or of requests that became none. */
@Injectable()
export class OrderInquiryService {
  constructor(
    private readonly orders: OrderListService,
    private readonly keys: OrderKeys,
    private readonly refusals: OrderRefusals,
  ) {}

  /**
   * @param idOrUuid an order id, with which only its own account counts, or an order_uuid
   * @throws OperatorError when nothing is known, or when the key belongs to orders of several accounts
   */
  of(idOrUuid: string, options: InquiryOptions): Promise<OrderInquiry> {
    return isOrderId(idOrUuid) ? this.ofOrder(idOrUuid, options) : this.ofKey(idOrUuid, options);
  }

  private async ofOrder(
    orderId: string,
    { accountId, limit, withCodes }: InquiryOptions,
  ): Promise<OrderInquiry> {
    const order = await this.orders.get(orderId, withCodes);
    const { orderUuid } = order;
    if (accountId !== undefined && accountId !== order.accountId) {
      throw new OperatorError(
        ...sentence('order.not-of-account', { order: orderId, account: accountId }),
      );
    }
    const filter = { orderUuid, accountId: order.accountId };
    const refusals = await this.refusals.newest(filter, limit);
    return { order, orderUuid, sealedFor: [], refusals };
  }

  private async ofKey(
    text: string,
    { accountId, limit, withCodes }: InquiryOptions,
  ): Promise<OrderInquiry> {
    // A text that cannot be a key is searched for as it is, and so is not found.
    const orderUuid = normalOrderUuid(text, 'opaque') ?? text.trim();
    const keys = await this.keys.find(orderUuid, accountId);
    const [orderId, ...others] = keys.flatMap((key) => key.orderId ?? []);
    const refusals = await this.refusals.newest({ orderUuid, accountId }, limit);
    const isUnknown = orderId === undefined && refusals.length === 0;
    if (isUnknown && accountId !== undefined) {
      throw new OperatorError(
        ...sentence('order.key-unknown', { key: orderUuid, account: accountId }),
      );
    }
    // It throws, and says what is wrong: nothing is known, or several accounts have ordered under the key.
    if (isUnknown || others.length > 0) await this.orders.get(text, withCodes);
    const order = orderId === undefined ? null : await this.orders.get(orderId, withCodes);
    const sealed = keys.filter((key) => key.orderId === null);
    return { order, orderUuid, sealedFor: sealed.map((key) => key.accountId), refusals };
  }
}
