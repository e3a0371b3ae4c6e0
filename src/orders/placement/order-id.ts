import { randomBytes } from 'node:crypto';

/** A new order id: `ID_` and 16 lower-case hexadecimal digits. */
export function newOrderId(): string {
  return `ID_${randomBytes(8).toString('hex')}`;
}
