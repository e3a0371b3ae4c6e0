import type { AccountField } from '../../catalog/account-field.js';
import { BadParameterError } from '../../common/app-error.js';
import type { FlatParameters, Parameter } from '../../common/http/parameters/flat-parameters.js';
import type { OrderUuidMode } from '../../config/variables.js';
import { bareFieldNames, bareName, shortlyNamed } from './own-names.js';

const NAME = 'order_uuid';
/** In lower case, without hyphens and underscores. */
const OTHER_NAMES: ReadonlySet<string> = new Set(['orderuuid', 'uuid']);

/** A UUID of any version; braces and hyphens are optional. */
const UUID = /^\{?([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}?$/i;
const HYPHENED_UUID = /^\{?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i;
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

/** Why a key is absent, for messages. */
const USUAL_CAUSE =
  'an HTTP library may have left it out because it is an object, such as a UUID: send it as text';

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

/** The key of a request before it is checked. */
export interface SentOrderUuid {
  /** Undefined if it is absent. */
  readonly text: string | undefined;
  /** The parameters that gave it under another name than `order_uuid`. */
  readonly givenBy: readonly Parameter[];
}

/**
 * Reads `order_uuid`, else a UUID with hyphens under one of the other names.
 * @throws BadParameterError (114) when a name is repeated, or when the other names give two keys.
 */
export function sentOrderUuid(parameters: FlatParameters): SentOrderUuid {
  const text = parameters.single(NAME);
  if (text !== undefined) return { text, givenBy: [] };
  const givenBy = otherKeys(parameters);
  for (const [name] of givenBy) parameters.single(name);
  const [key, ...others] = new Set(givenBy.map(([, value]) => normalOrderUuid(value, 'uuid')));
  if (others.length > 0) throw new BadParameterError(`Different values for parameter: ${NAME}`);
  return { text: key, givenBy };
}

/** The key that a request seems to have, for logs and for the journal of refusals. */
export function shownOrderUuid(parameters: FlatParameters): string | undefined {
  return parameters.first(NAME) ?? otherKeys(parameters)[0]?.[1];
}

function otherKeys(parameters: FlatParameters): readonly Parameter[] {
  return shortlyNamed(parameters)
    .filter(([name]) => OTHER_NAMES.has(name.toLowerCase().replace(/[-_]/g, '')))
    .filter(([, value]) => HYPHENED_UUID.test(value.trim()));
}

/** @throws BadParameterError (114) when the key is missing or malformed. */
export function requiredOrderUuid(text: string | undefined, mode: OrderUuidMode): string {
  if (text === undefined || text.trim() === '') {
    const cause = text === undefined ? `; ${USUAL_CAUSE}` : '';
    throw new BadParameterError(`Required parameter missing: ${NAME} (${RULES[mode]}${cause})`);
  }
  const uuid = normalOrderUuid(text, mode);
  if (uuid === undefined) {
    throw new BadParameterError(`Malformed parameter: ${NAME} (${RULES[mode]})`);
  }
  return uuid;
}

/** @throws BadParameterError (114) when a field of the product bears the name under which the key was sent. */
export function assertKeyIsNoField(
  givenBy: readonly Parameter[],
  schema: readonly AccountField[],
): void {
  if (givenBy.length === 0) return;
  const fieldNames = bareFieldNames(schema);
  const taken = givenBy.find(([name]) => fieldNames.has(bareName(name)));
  if (taken) {
    throw new BadParameterError(
      `Required parameter missing: ${NAME} (${taken[0]} is a field of this product)`,
    );
  }
}

/** True for a text that has the form of our order ids. */
export function isOrderId(text: string): boolean {
  return ORDER_ID.test(text);
}
