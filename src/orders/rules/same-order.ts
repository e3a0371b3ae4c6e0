import type { AccountField } from '../../catalog/account-field.js';
import { numericText } from '../../common/decimal.js';
import { AppError } from '../../common/app-error.js';
import { sameRequiredValues, type OrderFields } from './order-fields.js';
import { OrderUuidTakenError } from './orders.errors.js';

/** What an order says of itself, by its own snapshot. */
export interface OrderedBefore {
  readonly productId: number;
  readonly quantity: string;
  readonly fieldSchema: readonly AccountField[];
  readonly fields: Readonly<Record<string, string>>;
}

/** What a request under a known key says; reading it may fail, as it is not checked yet. */
export interface RepeatedRequest {
  readonly productId: number | undefined;
  readonly quantity: () => string;
  readonly fields: () => OrderFields;
  /** False when a part of the request could not be read. */
  readonly complete: boolean;
}

/**
 * The same order means the same product, quantity and required fields, judged by the order's own snapshot. Extra
 * parameters never count; malformed input is simply not the same.
 * @throws OrderUuidTakenError (116)
 */
export function assertSameOrder(order: OrderedBefore, request: RepeatedRequest): void {
  const same = request.complete && request.productId === order.productId;
  if (!same || !saysTheSame(order, request)) {
    throw new OrderUuidTakenError();
  }
}

function saysTheSame(order: OrderedBefore, { quantity, fields }: RepeatedRequest): boolean {
  try {
    return (
      quantity() === numericText(order.quantity) &&
      sameRequiredValues(order.fieldSchema, order.fields, fields())
    );
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
