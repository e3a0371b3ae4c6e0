import { BadParameterError } from '../../common/app-error.js';
import type { OrderUuidMode } from '../../config/variables.js';

/** Any version; braces and hyphens are decoration. */
const UUID = /^\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i;
/** Characters of an opaque key. */
const LONGEST_KEY = 100;
/** Printable characters that cannot be taken for a part of a list, of a URL, or for broken encoding. */
const OPAQUE = /^[^\p{C}\p{Z}\uFFFD,()[\]{}<>"'`/&]+$/u;

/**
 * A caller's order key in the one form that is stored: a UUID in lower case with hyphens, or in `opaque` mode any
 * other short key as it is. Undefined when the text is no key.
 */
export function normalOrderUuid(text: string, mode: OrderUuidMode): string | undefined {
  const trimmed = text.trim();
  // No character takes more than two UTF-16 units.
  if (trimmed.length > 2 * LONGEST_KEY) return undefined;
  const uuid = UUID.exec(trimmed);
  if (uuid) return uuid.slice(1).join('-').toLowerCase();
  const isKey = mode === 'opaque' && OPAQUE.test(trimmed) && [...trimmed].length <= LONGEST_KEY;
  return isKey ? trimmed : undefined;
}

/** @throws BadParameterError (114) when the key is missing or malformed. */
export function requiredOrderUuid(text: string | undefined, mode: OrderUuidMode): string {
  if (text === undefined || text.trim() === '') {
    throw new BadParameterError('Required parameter missing: order_uuid');
  }
  const uuid = normalOrderUuid(text, mode);
  if (uuid === undefined) throw new BadParameterError('Malformed parameter: order_uuid');
  return uuid;
}
