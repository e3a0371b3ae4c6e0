import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { CHECKED_COLUMNS, type CheckedOrder } from '../checked-orders.js';
import { DeliveredCodes } from '../delivered-codes.js';
import type { Order } from '../order.entity.js';

/**
 * A page ends with the order by which its texts and codes, as they are stored, reach so many bytes: an order may have a
 * thousand codes.
 */
export const MAX_PAGE_BYTES = 1024 * 1024;

export type ListedRow = CheckedOrder & Pick<Order, 'productId' | 'unitPrice' | 'decidedAt'>;

export type HistoryOrder = ListedRow & {
  /** True for an order that has codes, but none here, since they cannot be decrypted. */
  readonly isWithoutCodes: boolean;
};

/** SQL of the columns of `placed`. */
export const LISTED_COLUMNS = `
  ${CHECKED_COLUMNS}, placed.product_id AS "productId", placed.unit_price AS "unitPrice",
  placed.decided_at AS "decidedAt"`;

/** Encrypted codes are not compressed, so their length is known without reading them. */
export const STORED_BYTES = `(
  coalesce(octet_length(sealed_codes), 0) + coalesce(octet_length(delivered_codes::text), 0)
  + octet_length(sent_fields::text) + octet_length(product_name)
  + coalesce(octet_length(reason_for_reseller), 0))`;

/** Decrypts the orders of a page. */
@Injectable()
export class ListedOrders {
  constructor(
    private readonly codes: DeliveredCodes,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One order whose codes cannot be decrypted must not keep the others from being read, so it is shown without them. */
  decrypted<Row extends ListedRow>(orders: readonly Row[]): (Row & HistoryOrder)[] {
    const errors: unknown[] = [];
    const items = orders.map((order) => {
      const result = this.codes.tryDecrypt(order);
      if ('order' in result) return { ...result.order, isWithoutCodes: false };
      errors.push(result.error);
      return { ...order, isWithoutCodes: true };
    });
    if (errors.length > 0) {
      const err = loggableError(errors[0]);
      this.logger.error({ err, orders: errors.length }, 'listed orders without their codes');
    }
    return items;
  }
}
