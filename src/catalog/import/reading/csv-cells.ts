import type { AccountField } from '../../account-field.js';
import { canonicalText } from '../../../common/text.js';
import { isQuantityList, type QuantityValues } from '../../quantity-values.js';
import type { CsvColumn } from './csv-columns.js';
import { fieldsOf } from './field-values.js';
import type { FoundProduct } from './found-rows.js';
import { RowFault } from './import-faults.js';

/** The cells of a row, trimmed. A column that the file lacks is undefined. */
export type CsvCells = Readonly<Partial<Record<CsvColumn, string>>>;

const LIST_SEPARATOR = '|';

/**
 * The cell `params` for the fields of a product: their names. It is empty where a name has the separator in it.
 */
export function paramsCell(fields: readonly Pick<AccountField, 'name'>[]): string {
  const names = fields.map(({ name }) => name);
  return names.some((name) => name.includes(LIST_SEPARATOR)) ? '' : names.join(LIST_SEPARATOR);
}

/** The cell `fields`: all of the fields as JSON; null where their names in `params` say it all. */
export function fieldsCell(fields: readonly AccountField[]): string | null {
  const namesSayAll =
    fields.every(isNameAlone) && (fields.length === 0 || paramsCell(fields) !== '');
  return namesSayAll ? null : JSON.stringify(fields);
}

function isNameAlone({ name, label, type, required, pattern, options }: AccountField): boolean {
  const isPlain = label === name && type === 'string' && required;
  return isPlain && pattern === undefined && options === undefined;
}

/** The cells `qty_min`, `qty_max` and `qty_list`. */
export function quantityCells(values: QuantityValues): readonly (string | null)[] {
  if (values === null) return [null, null, null];
  return isQuantityList(values)
    ? [null, null, values.join(LIST_SEPARATOR)]
    : [values.min, values.max, null];
}

/** What a row tells of the fields of its product. @throws RowFault if its two cells contradict one another */
export function fieldsOfCells({
  params,
  fields,
}: CsvCells): Pick<FoundProduct, 'fields' | 'fieldNames'> {
  const names = params === undefined ? undefined : listOf(params);
  if (!fields) {
    const isNone = fields !== undefined && (names ?? []).length === 0;
    return isNone ? { fields: [] } : { fieldNames: names };
  }
  const read = fieldsOf(fieldsJson(fields));
  const isSame = read.map(({ name }) => name).join(LIST_SEPARATOR) === names?.join(LIST_SEPARATOR);
  if (names && names.length > 0 && !isSame) {
    throw new RowFault('params and fields name different fields; empty one of the two cells');
  }
  return { fields: read };
}

/**
 * What a row tells of the quantities of its product. Empty cells say that there are none only where no column is missing
 * that could have them. @throws RowFault
 */
export function quantitiesOfCells({
  qty_list: list,
  qty_min: min,
  qty_max: max,
}: CsvCells): unknown {
  if (list) return listOf(list);
  if (min && max) return { min, max };
  if (min || max) throw new RowFault('qty_min and qty_max go together; one of them is missing');
  const isTold = list !== undefined && min !== undefined && max !== undefined;
  return isTold ? null : undefined;
}

function fieldsJson(cell: string): unknown {
  try {
    return JSON.parse(cell);
  } catch {
    throw new RowFault('fields is no JSON; leave the cell as the export wrote it, or empty it');
  }
}

function listOf(cell: string): string[] {
  const parts = cell.split(LIST_SEPARATOR).map((part) => canonicalText(part));
  return parts.filter((part) => part !== '');
}
