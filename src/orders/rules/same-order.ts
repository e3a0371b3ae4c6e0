import type { AccountField } from '../../catalog/account-field.js';
import { numericText } from '../../common/decimal.js';
import { AppError } from '../../common/app-error.js';
import { sameRequiredValues, type OrderFields } from './order-fields.js';
import { OrderUuidTakenError } from './orders.errors.js';

/** The stored properties of an order that a repeated request is compared with. */
export interface OrderedBefore {
  readonly productId: number;
  readonly quantity: string;
  readonly fieldSchema: readonly AccountField[];
  readonly fields: Readonly<Record<string, string>>;
}

/** A request whose idempotency key is known. Its values are not checked yet, so reading them may throw. */
export interface RepeatedRequest {
  readonly productId: number | undefined;
  readonly quantity: () => string;
  readonly fields: () => OrderFields;
  /** False if a part of the request could not be parsed. */
  readonly complete: boolean;
}

/**
 * A request repeats an order if product, quantity and required fields are the same, by the schema that is stored with
 * the order. Extra parameters are ignored. Malformed input is never the same.
 * @throws OrderUuidTakenError (116)
 */
export function assertSameOrder(order: OrderedBefore, request: RepeatedRequest): void {
  const same = request.complete && request.productId === order.productId;
  if (!same || !hasSameValues(order, request)) {
    throw new OrderUuidTakenError();
  }
}

function hasSameValues(order: OrderedBefore, { quantity, fields }: RepeatedRequest): boolean {
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
