import {
  accountFieldsFault,
  FIELD_TYPES,
  type AccountField,
  type FieldType,
} from '../../account-field.js';
import { RowFault } from './import-faults.js';
import { isRecord } from '../../../common/json-values.js';
import { availableOf as flagOf, isMissing, shown, textOf } from './row-values.js';

const MAX_LISTED = 200;

/**
 * Reads the account fields of a product: a list of names, which are required texts, or of objects
 * `{name, label?, type?, required?, pattern?, options?}`. A missing value means no fields.
 * @throws RowFault
 */
export function fieldsOf(value: unknown): AccountField[] {
  const fields = listOf(value ?? [], 'fields').map(fieldOf);
  const fault = accountFieldsFault(fields);
  if (fault !== undefined) throw new RowFault(fault);
  return fields;
}

/** The keys have a fixed order, because stored fields are compared as texts. */
function fieldOf(value: unknown): AccountField {
  if (typeof value === 'string') return fieldOf({ name: value });
  if (!isRecord(value)) throw new RowFault(`field ${shown(value)} is neither a name nor an object`);
  const name = textOf(value.name, 'field name');
  const pattern = isGiven(value.pattern) && textOf(value.pattern, `pattern of field ${name}`);
  const options = value.options;
  return {
    name,
    label: isGiven(value.label) ? textOf(value.label, `label of field ${name}`) : name,
    type: fieldTypeOf(value.type, name),
    required: flagOf(value.required),
    ...(pattern !== false && { pattern }),
    ...(!isMissing(options) && { options: optionsOf(options, name) }),
  };
}

function fieldTypeOf(value: unknown, name: string): FieldType {
  const word = isGiven(value) ? value : 'string';
  const type = FIELD_TYPES.find((known) => known === word);
  if (type) return type;
  throw new RowFault(`type ${shown(value)} of field ${name} is none of ${FIELD_TYPES.join(', ')}`);
}

function optionsOf(value: unknown, name: string): string[] {
  const options = listOf(value, `options of field ${name}`);
  return options.map((option) => textOf(option, `an option of field ${name}`));
}

function listOf(value: unknown, key: string): unknown[] {
  if (!Array.isArray(value)) throw new RowFault(`${key} ${shown(value)} is no list`);
  if (value.length > MAX_LISTED) throw new RowFault(`${key} has more than ${MAX_LISTED} elements`);
  return value;
}

function isGiven(value: unknown): boolean {
  return !isMissing(value) && value !== '';
}
