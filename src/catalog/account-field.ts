import { isCredentialName } from '../common/http/parameters/credential-names.js';
import { canonicalText, inLowerCase, isStorableText, withoutSeparators } from '../common/text.js';
import { fieldPatternFault } from './field-pattern.js';

export const FIELD_TYPES = ['string', 'number'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** An account field that an order for a product needs, such as a player id. */
export interface AccountField {
  /** The name of the query parameter; may contain spaces and any script. */
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** A JavaScript regular expression that the whole value must match. */
  readonly pattern?: string;
  /** The only allowed values. */
  readonly options?: readonly string[];
}

/** Names of parameters that newOrder uses itself. */
const RESERVED_NAMES = new Set(['order_uuid', 'qty']);
/** The parameter of newOrder that limits the price. */
export const MAX_PRICE = 'max_price';
/** Characters of a field's name, in normalization form C. */
export const MAX_FIELD_NAME_CHARACTERS = 100;

/**
 * Validates the fields of a product.
 * @returns the fault, as the end of a sentence; undefined if the fields are valid.
 */
export function accountFieldsFault(fields: readonly AccountField[]): string | undefined {
  const names = fields.map(({ name }) => name.toLowerCase());
  const twice = fields.find(({ name }, index) => names.indexOf(name.toLowerCase()) < index);
  if (twice) return `field ${JSON.stringify(twice.name)} stands twice`;
  return fields.map(accountFieldFault).find((fault) => fault !== undefined);
}

/**
 * True for a field that a parameter `max_price` would fill in one of the ways in which newOrder finds fields. No product
 * may get such a field. Products that had one before newOrder read `max_price` itself keep it, and have no limit.
 */
export function takesMaxPrice({ name, label }: AccountField): boolean {
  return (
    withoutSeparators(name) === withoutSeparators(MAX_PRICE) ||
    inLowerCase(label.trim()) === MAX_PRICE
  );
}

function accountFieldFault(field: AccountField): string | undefined {
  const { name, pattern } = field;
  const shown = JSON.stringify(name.slice(0, MAX_FIELD_NAME_CHARACTERS));
  if (name === '' || name !== canonicalText(name) || !isStorableText(name)) {
    return `field name ${shown} must be trimmed, non-empty text in normalization form C`;
  }
  if (name.length > MAX_FIELD_NAME_CHARACTERS) {
    return `field name ${shown} is longer than ${MAX_FIELD_NAME_CHARACTERS}`;
  }
  if (RESERVED_NAMES.has(name.toLowerCase()))
    return `field name ${shown} is a parameter of newOrder`;
  if (takesMaxPrice(field)) return `field ${shown} would take max_price, a parameter of newOrder`;
  if (isCredentialName(name)) return `field name ${shown} is the name of a credential`;
  const fault = pattern === undefined ? undefined : fieldPatternFault(pattern);
  return fault && `the pattern of field ${name} ${fault}`;
}
