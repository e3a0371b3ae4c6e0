import { isPlainDecimal } from '../../common/decimal.js';
import { percentChange } from '../../common/percent-change.js';
import type { NamedChange } from '../../pages/change.js';
import { wordsOf } from '../../pages/words.js';
import { nameText } from '../value-names/name-text.js';
import { changedValues } from './changed-values.js';
import { valueText, type ValueReader } from './value-text.js';

type Values = Readonly<Record<string, unknown>> | null;

/** What is compared in percent. Of ids and numbers of pieces that would say nothing. */
const AMOUNTS: ReadonlySet<string> = new Set([
  ...['price', 'prices', 'fixed_price', 'cost', 'amount', 'balance', 'credit_limit', 'spendable'],
  ...['daily_cap', 'dailyCap', 'deposits_a_day', 'low_balance'],
]);

/** What differs between two states, in words. What was nothing, and is nothing now, is left out. */
export function changedTexts(reader: ValueReader, before: Values, after: Values): NamedChange[] {
  const { nothing } = wordsOf(reader.language, 'audit');
  return changedValues(before, after)
    .map((value) => {
      const text = (one: unknown) => valueText(reader, one, value.path);
      return {
        name: nameText(reader.language, value.path),
        before: value.before === undefined ? undefined : text(value.before),
        after: text(value.after),
        percent: value.path.some((name) => AMOUNTS.has(name))
          ? percentOf(value.before, value.after)
          : undefined,
      };
    })
    .filter((value) => (value.before ?? nothing) !== value.after);
}

function percentOf(before: unknown, after: unknown): string | undefined {
  const [former, present] = [String(before), String(after)];
  const areAmounts = isPlainDecimal(former) && isPlainDecimal(present);
  return areAmounts ? percentChange(former, present) : undefined;
}

/** Columns of lists and objects, and of yes or no. */
const JSON_COLUMNS: ReadonlySet<string> = new Set([
  ...['fields', 'qty_values', 'fulfillment', 'available', 'delivers_codes', 'demo', 'deleted'],
  ...['testing_only', 'visible'],
]);

/** A value of a column as it is stored: of some as JSON. */
export function storedValue(column: string, value: string | null): unknown {
  return value !== null && JSON_COLUMNS.has(column) ? JSON.parse(value) : value;
}

/** What differs between two stored values of a column. @param from undefined for what was not there before */
export function storedTexts(
  { language, formats }: ValueReader,
  column: string,
  from: string | null | undefined,
  to: string | null,
): NamedChange[] {
  const before = from === undefined ? null : { [column]: storedValue(column, from) };
  return changedTexts({ language, formats }, before, { [column]: storedValue(column, to) });
}
