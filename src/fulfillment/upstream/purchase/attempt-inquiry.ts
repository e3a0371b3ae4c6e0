import { Injectable } from '@nestjs/common';
import { shopClock } from '../../../common/shop-clock.js';
import {
  checkedOrders,
  checkedVerdict,
  isSealed,
  type OrderThere,
  type SupplierVerdict,
} from '../supplier/supplier-answers.js';
import { SupplierCalls } from '../supplier/supplier-calls.js';
import type { Supplier, SupplierAttempt } from '../supplier/supplier.entity.js';
import type { Sealing } from './refused-attempt.js';

/** A request may arrive at the supplier up to this time after it was sent, even if it was not answered. */
const MAX_TRANSIT_MS = 10 * 60_000;

/** Asks a supplier what has become of an attempt, by its UUID. Nothing is ever bought by that. */
@Injectable()
export class AttemptInquiry {
  constructor(private readonly calls: SupplierCalls) {}

  /** @throws SupplierUnansweredError */
  async check(supplier: Supplier, uuid: string): Promise<SupplierVerdict> {
    const query = { orders: `[${uuid}]`, uuid: '1' };
    return checkedVerdict((await this.calls.get(supplier, 'check', query)).body);
  }

  /**
   * Asks about several orders of the supplier by their ids.
   * @returns what is certain, by id; nothing for any of them if the answer is not as asked for. @throws SupplierUnansweredError
   */
  async checkOrders(
    supplier: Supplier,
    orderIds: readonly string[],
  ): Promise<ReadonlyMap<string, OrderThere>> {
    const query = { orders: `[${orderIds.join()}]` };
    return checkedOrders((await this.calls.get(supplier, 'check', query)).body, orderIds);
  }

  /** True if the supplier knows no order under any of the keys; false if it knows one, or it is not certain. */
  async knowsNone(
    supplier: Supplier,
    keys: readonly Pick<SupplierAttempt, 'attemptUuid'>[],
  ): Promise<boolean> {
    const orders = keys.map(({ attemptUuid }) => attemptUuid).join();
    const query = { orders: `[${orders}]`, uuid: '1' };
    const { body } = await this.calls.get(supplier, 'check', query);
    return checkedVerdict(body).kind === 'unseen';
  }

  /** The same as `check`, and rules out that an order comes into being later. @throws SupplierUnansweredError */
  async seal(supplier: Supplier, uuid: string): Promise<Sealing> {
    const query = { orders: `[${uuid}]`, uuid: '1', seal: '1' };
    const { body } = await this.calls.get(supplier, 'check', query);
    return isSealed(body, uuid) ? { kind: 'sealed' } : checkedVerdict(body);
  }

  /** The same; of shops that cannot seal keys, which ignore `seal` or answer with an error, a plain `check`. */
  async sealOrCheck(supplier: Supplier, uuid: string): Promise<Sealing> {
    const sealing = await this.seal(supplier, uuid);
    return sealing.kind === 'unknown' ? this.check(supplier, uuid) : sealing;
  }
}

/** True while the last request may still arrive at the supplier. */
export function mayBeInTransit({ sentAt }: { readonly sentAt: Date | null }): boolean {
  return sentAt !== null && shopClock.leastAgeMs(sentAt) <= MAX_TRANSIT_MS;
}
