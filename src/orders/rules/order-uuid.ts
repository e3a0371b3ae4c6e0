import { BadParameterError } from '../../common/app-error.js';
import type { OrderUuidMode } from '../../config/variables.js';

/** A UUID of any version; braces and hyphens are optional. */
const UUID = /^\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i;
const ORDER_ID = /^ID_[0-9a-f]{16}$/;
/** The most characters of an opaque key. */
const MAX_KEY_CHARACTERS = 100;
/** Printable characters without those that separate lists or URLs, and without those that broken encoding leaves. */
const OPAQUE = /^[^\p{C}\p{Z}\uFFFD,()[\]{}<>"'`/&]+$/u;

/** What is a valid key, for messages. */
const RULES = {
  uuid: 'a UUID: 32 hex digits, with or without hyphens',
  opaque: `1 to ${MAX_KEY_CHARACTERS} printable characters without spaces and , ( ) [ ] { } < > " ' \` / &`,
};

/**
 * Normalizes an idempotency key: a UUID becomes lower case with hyphens; in `opaque` mode any other short key is kept
 * as it is. Undefined if the text is no valid key.
 */
export function normalOrderUuid(text: string, mode: OrderUuidMode): string | undefined {
  const trimmed = text.trim();
  // No character takes more than two UTF-16 units.
  if (trimmed.length > 2 * MAX_KEY_CHARACTERS) return undefined;
  const uuid = UUID.exec(trimmed);
  if (uuid) return uuid.slice(1).join('-').toLowerCase();
  const isShort = [...trimmed].length <= MAX_KEY_CHARACTERS;
  return mode === 'opaque' && isShort && OPAQUE.test(trimmed) ? trimmed : undefined;
}

/** @throws BadParameterError (114) when the key is missing or malformed. */
export function requiredOrderUuid(text: string | undefined, mode: OrderUuidMode): string {
  if (text === undefined || text.trim() === '') {
    throw new BadParameterError(`Required parameter missing: order_uuid (${RULES[mode]})`);
  }
  const uuid = normalOrderUuid(text, mode);
  if (uuid === undefined) {
    throw new BadParameterError(`Malformed parameter: order_uuid (${RULES[mode]})`);
  }
  return uuid;
}

/** True for a text that has the form of our order ids. */
export function isOrderId(text: string): boolean {
  return ORDER_ID.test(text);
}
