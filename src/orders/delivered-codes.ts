import { Injectable } from '@nestjs/common';
import { TemporarilyUnavailableError } from '../common/app-error.js';
import { SecretBox, SecretKeyMissingError, SecretUnreadableError } from '../common/secret-box.js';
import { CodeCommitments, type CommitmentColumns } from './code-commitments.js';
import { aboutOrder, type Order, type OrderRef } from './order.entity.js';

/** The columns for the codes of an order; at most one of them is set. */
type CodeColumns = Pick<Order, 'deliveredCodes' | 'encryptedCodes'>;

/** An order that gets codes, with the commitments to those that it has. */
type OrderWithCodes = OrderRef & Pick<Order, 'rehearsal'> & Partial<CommitmentColumns>;

/**
 * Encrypts and decrypts the delivered codes of orders. The column of `deliveredCodes` is never written any more; it is
 * read for orders that were delivered before the shop had a secret key.
 */
@Injectable()
export class DeliveredCodes {
  constructor(
    private readonly box: SecretBox,
    private readonly commitments: CodeCommitments,
  ) {}

  /** With what commits the order to them. @throws SecretKeyMissingError when there are codes, but no secret key */
  columnsFor(
    order: OrderWithCodes,
    codes: readonly string[] | null,
  ): CodeColumns & CommitmentColumns {
    const encryptedCodes = codes && this.box.encrypt(JSON.stringify(codes), aboutOrder(order));
    return { deliveredCodes: null, encryptedCodes, ...this.commitments.columnsFor(order, codes) };
  }

  /**
   * The same for an order that is being placed.
   * @throws TemporarilyUnavailableError (111) when there are codes, but no secret key
   */
  columnsForNew(
    order: OrderWithCodes,
    codes: readonly string[] | null,
  ): CodeColumns & CommitmentColumns {
    try {
      return this.columnsFor(order, codes);
    } catch (error) {
      if (error instanceof SecretKeyMissingError) throw new TemporarilyUnavailableError(error);
      throw error;
    }
  }

  /**
   * @returns the order with its codes decrypted into `deliveredCodes`.
   * @throws TemporarilyUnavailableError (111) when the secret key of the codes is missing
   */
  decrypted<T extends OrderRef & CodeColumns>(order: T): T {
    const result = this.tryDecrypt(order);
    if ('error' in result) throw new TemporarilyUnavailableError(result.error);
    return result.order;
  }

  /** @returns the same order, or why its codes cannot be read. */
  tryDecrypt<T extends OrderRef & CodeColumns>(
    order: T,
  ): { readonly order: T } | { readonly error: SecretUnreadableError } {
    if (!order.encryptedCodes) return { order };
    try {
      const codes = this.box.decrypt(order.encryptedCodes, aboutOrder(order));
      return { order: { ...order, deliveredCodes: JSON.parse(codes) as string[] } };
    } catch (error) {
      if (error instanceof SecretUnreadableError) return { error };
      throw error;
    }
  }
}
