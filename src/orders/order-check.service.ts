import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../account/access/principal.js';
import { BadParameterError } from '../common/app-error.js';
import type { FlatParameters } from '../common/http/parameters/flat-parameters.js';
import { CONFIG, type SoukConfig } from '../config/souk-config.js';
import { retryWhileUnavailable } from '../database/retry.js';
import { checkedOrderShape, type CheckedOrderShape } from './order-shapes.js';
import { normalOrderUuid, requiredOrderUuid } from './rules/order-uuid.js';
import { CheckedOrders, type CheckedOrder } from './checked-orders.js';
import { OrderRepository } from './order.repository.js';
import { isSwitchedOn, listedOrders } from './rules/orders-parameter.js';

/** What check answers besides its status. */
export interface CheckAnswer {
  readonly data: CheckedOrderShape[];
  /** Only where sealing was asked for. */
  readonly sealed?: readonly string[];
}

/** Reports the caller's own orders; any other is as unknown as one that never was. */
@Injectable()
export class OrderCheckService {
  constructor(
    private readonly orders: OrderRepository,
    private readonly checked: CheckedOrders,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {}

  /**
   * The listed orders in the order of the request. With `seal`, each listed key that is unknown can never become an
   * order from now on, and the keys that are sealed are listed as they were written.
   * @throws BadParameterError (114)
   */
  async check(principal: Principal, parameters: FlatParameters): Promise<CheckAnswer> {
    const listed = listedOrders(parameters.single('orders'));
    const byUuid = isSwitchedOn(parameters, 'uuid');
    if (isSwitchedOn(parameters, 'seal')) {
      if (!byUuid) throw new BadParameterError('Parameter seal needs uuid=1');
      return this.seal(principal, listed);
    }
    const found = byUuid
      ? await this.byUuids(principal, listed)
      : await this.checked.byIds(principal.accountId, listed);
    return { data: found.map(checkedOrderShape) };
  }

  private async seal(principal: Principal, texts: string[]): Promise<CheckAnswer> {
    const mode = principal.orderUuidMode ?? this.config.ORDER_UUID;
    const keys = new Map(texts.map((text) => [text, requiredOrderUuid(text, mode)]));
    const orderUuids = [...new Set(keys.values())];
    // Safe to repeat: what is sealed stays sealed.
    const states = await retryWhileUnavailable(() =>
      this.orders.sealKeys(principal.accountId, orderUuids),
    );
    const sealed = new Set(
      states.filter(({ orderId }) => orderId === null).map(({ orderUuid }) => orderUuid),
    );
    return {
      data: (await this.byUuids(principal, texts)).map(checkedOrderShape),
      sealed: texts.filter((text) => sealed.has(keys.get(text) ?? '')),
    };
  }

  private byUuids(principal: Principal, texts: string[]): Promise<CheckedOrder[]> {
    const mode = principal.orderUuidMode ?? this.config.ORDER_UUID;
    const orderUuids = [...new Set(texts.flatMap((text) => normalOrderUuid(text, mode) ?? []))];
    return this.checked.byUuids(principal.accountId, orderUuids);
  }
}
