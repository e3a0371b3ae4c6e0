import { toDecimal, type ExactDecimal } from '../common/decimal.js';
import { factsOf, type Column, type ColumnFacts, type Sorts } from './column.js';

type SortKey = ExactDecimal | string | number | null;

/** How the parameter `sort` says that a list is sorted by a column; undefined if it is not. @param isWhole true if all of the list is shown */
export function sortsOf<Row>(column: Column<Row>, isWhole: boolean): Sorts | undefined {
  const { sorts, by, amount, count, name = by } = factsOf(column);
  if (sorts) return sorts;
  return isWhole && name !== undefined && (by ?? amount ?? count) ? [name, `-${name}`] : undefined;
}

/**
 * The rows of a list that is wholly shown, as the parameter `sort` asks for; as they are where it names no column. Rows without a
 * value stand last in both directions, and equal ones stay as they were.
 */
export function sortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: string | null,
  language: string,
): readonly Row[] {
  const column = columns.find((one) => sort !== null && sortsOf(one, true)?.includes(sort));
  const facts = column && factsOf(column);
  if (!facts || facts.sorts) return rows;
  const direction = sort?.startsWith('-') ? -1 : 1;
  const keyed = rows.map((row) => ({ row, key: keyOf(facts, row) }));
  const compared = keyed.toSorted(({ key: one }, { key: other }) => {
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return direction * compare(one, other, language);
  });
  return compared.map(({ row }) => row);
}

function keyOf<Row>({ by, amount, count }: ColumnFacts<Row>, row: Row): SortKey {
  if (by !== undefined) return row[by] as SortKey;
  const exact = amount?.(row) ?? null;
  return count?.(row) ?? (exact === null ? null : toDecimal(exact));
}

function compare(one: NonNullable<SortKey>, other: NonNullable<SortKey>, language: string): number {
  if (typeof one === 'string') return one.localeCompare(String(other), language, { numeric: true });
  return toDecimal(String(one)).comparedTo(toDecimal(String(other)));
}
