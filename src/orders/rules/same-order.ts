import type { AccountField } from '../../catalog/account-field.js';
import { numericText } from '../../common/decimal.js';
import { AppError } from '../../common/app-error.js';
import { sameRequiredValues, type EarlierValue, type OrderFields } from './order-fields.js';
import { OrderUuidTakenError } from './orders.errors.js';

/** The stored properties of an order that a repeated request is compared with. */
export interface OrderedBefore {
  readonly productId: number;
  readonly quantity: string;
  readonly fieldSchema: readonly AccountField[];
  /** Says of values whether they are those of the order. */
  readonly isEarlier: EarlierValue;
}

/** The values of a request in one reading. They are not checked yet, so reading them may throw. */
export interface RequestReading {
  readonly quantity: () => string;
  readonly fields: () => OrderFields;
}

/** A request whose idempotency key is known. */
export interface RepeatedRequest {
  readonly productId: number | undefined;
  /** With and without the names that an earlier release does not know. */
  readonly readings: readonly RequestReading[];
  /** False if a part of the request could not be parsed. */
  readonly complete: boolean;
}

/**
 * A request repeats an order if product, quantity and required fields are the same, by the schema that is stored with
 * the order. The quantity and each field are the same if one of the readings says so. Extra parameters are ignored.
 * Malformed input is never the same.
 * @throws OrderUuidTakenError (116)
 */
export function assertSameOrder(order: OrderedBefore, request: RepeatedRequest): void {
  const same = request.complete && request.productId === order.productId;
  if (!same || !hasSameValues(order, request)) {
    throw new OrderUuidTakenError();
  }
}

function hasSameValues(order: OrderedBefore, { readings }: RepeatedRequest): boolean {
  const quantities = readings.flatMap(({ quantity }) => readable(quantity));
  const fields = readings.flatMap((reading) => readable(reading.fields));
  return (
    quantities.includes(numericText(order.quantity)) &&
    fields.length > 0 &&
    sameRequiredValues(order.fieldSchema, order.isEarlier, fields)
  );
}

/** Nothing for what is malformed. */
function readable<T>(read: () => T): T[] {
  try {
    return [read()];
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}
