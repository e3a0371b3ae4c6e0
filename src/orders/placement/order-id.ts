import { randomUUID } from 'node:crypto';

/** A new order id: `ID_` and 16 lower-case hexadecimal digits. */
export function newOrderId(): string {
  // Node keeps random bytes for UUIDs in advance; digits 12 and 16 are not random.
  const uuid = randomUUID();
  return `ID_${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(24, 28)}`;
}
