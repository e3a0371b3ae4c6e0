import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SecretBox } from '../../common/secret-box.js';
import { committedCount } from '../code-commitments.js';
import { DeliveredCodes } from '../delivered-codes.js';
import { aboutOrder, type Order, type OrderRef } from '../order.entity.js';
import { FIRST_STATUS } from '../rules/order-status.js';
import { ForgottenValues } from '../search/forgotten-values.js';
import { ErasedOrders, type ErasedColumns } from './erased-orders.repository.js';
import { FieldHashes } from './field-hashes.js';

/** What became of some orders. */
export interface Erased {
  readonly erased: number;
  /** Orders that wait: they are left as they are. */
  readonly waiting: number;
  /** Notes of the ledger that are kept. */
  readonly keptNotes: number;
}

/** Erases orders with all that tables tell of them in words: in one transaction, so that receipts agree with them at all times. */
@Injectable()
export class OrderEraser {
  constructor(
    private readonly orders: ErasedOrders,
    private readonly values: ForgottenValues,
    private readonly codes: DeliveredCodes,
    private readonly hashes: FieldHashes,
    private readonly box: SecretBox,
  ) {}

  /**
   * Erases in the caller's transaction those that are decided and not erased yet.
   * @throws SecretKeyMissingError
   */
  async erase(manager: EntityManager, refs: readonly OrderRef[]): Promise<Erased> {
    const locked = refs.length === 0 ? [] : await this.orders.lock(manager, refs);
    const decided = locked.filter(({ status }) => status !== FIRST_STATUS);
    const waiting = locked.length - decided.length;
    if (decided.length === 0) return { erased: 0, waiting, keptNotes: 0 };
    const opened = decided.map((order) => {
      const result = this.codes.tryDecrypt(order);
      return 'order' in result ? result.order : order;
    });
    await this.values.lock(manager, opened);
    const keptNotes = await this.orders.erase(
      manager,
      opened.map((order) => this.columnsOf(order)),
    );
    await this.values.forget(manager, opened);
    return { erased: decided.length, waiting, keptNotes };
  }

  private columnsOf(order: Order): ErasedColumns {
    const { accountId, orderId, deliveredCodes, encryptedCodes, codeCommitments } = order;
    // Codes that cannot be decrypted are counted by what the order has committed to.
    const count = deliveredCodes?.length ?? (encryptedCodes ? committedCount(codeCommitments) : 0);
    const emptied = JSON.stringify(Array.from({ length: count }, () => ''));
    return {
      accountId,
      orderId,
      sentFields: order.sentFields.map(([name]) => [name, '']),
      encryptedFieldHashes: this.hashes.of(order),
      encryptedCodes: count === 0 ? null : this.box.encrypt(emptied, aboutOrder(order)),
    };
  }
}
