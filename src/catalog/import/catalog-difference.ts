import { numericText } from '../../common/decimal.js';
import type { Unusual } from '../unusual/unusual.js';
import { columnNames, type ImportTable } from './import-table.js';

/** How many items an import touches, and how. */
export interface ItemCounts {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Hidden from everyone, because they are not in the file. */
  readonly hidden: number;
  /** Shown again: in the file, and hidden by an earlier import. */
  readonly shown: number;
  /** Of products: those of the updated ones whose fields change their order. */
  readonly reordered?: number;
}

export const NO_CHANGES: ItemCounts = {
  created: 0,
  updated: 0,
  unchanged: 0,
  hidden: 0,
  shown: 0,
};

/** How many rows are staged. */
export interface StagedRows {
  readonly categories: number;
  readonly products: number;
}

/** How many categories and products an import changes. */
export interface DifferenceCounts {
  readonly categories: ItemCounts;
  readonly products: ItemCounts;
  /** Left out where nothing is unusual, and of what a release before has compared. */
  readonly unusual?: Unusual;
}

/** What an import changes, or what a dry run would change. */
export interface CatalogDifference extends DifferenceCounts {
  /** Present for a price list, which changes nothing but prices. */
  readonly pricesOnly?: true;
  /** Descriptions of the first changes, such as `~ product 1001 "60 UC": price 0.89 -> 0.95`. */
  readonly samples: readonly string[];
}

/** A row that an import changes; values as texts, in the order of the table's columns. */
export interface UpdatedRow {
  readonly id: number;
  readonly name: string;
  readonly before: readonly (string | null)[];
  readonly after: readonly (string | null)[];
  readonly revived: boolean;
}

export interface NamedRow {
  readonly id: number;
  readonly name: string;
}

/** Descriptions in a difference. */
export const MAX_SAMPLES = 20;
const MAX_VALUE_CHARACTERS = 60;

export function updatedLine(table: ImportTable, row: UpdatedRow): string {
  const changes = columnNames(table).flatMap((column, index) => {
    const before = row.before[index] ?? null;
    const after = row.after[index] ?? null;
    return before === after
      ? []
      : [`${column} ${valueText(column, before)} -> ${valueText(column, after)}`];
  });
  if (row.revived) changes.push('no longer deleted');
  return `~ ${itemText(table, row)}: ${changes.join(', ')}`;
}

/** Listed apart: orders that name fields by their place would be delivered to others. */
export function reorderedLine(table: ImportTable, row: NamedRow): string {
  return `! ${itemText(table, row)}: its fields change their order`;
}

export function createdLine(table: ImportTable, row: NamedRow): string {
  return `+ ${itemText(table, row)}`;
}

export function hiddenLine(table: ImportTable, row: NamedRow): string {
  return `- ${itemText(table, row)}: hidden, because it is not in the file`;
}

export function shownLine(table: ImportTable, row: NamedRow): string {
  return `+ ${itemText(table, row)}: shown again`;
}

function itemText({ item }: ImportTable, { id, name }: NamedRow): string {
  return `${item} ${id} ${JSON.stringify(name)}`;
}

function valueText(column: string, value: string | null): string {
  if (value === null) return 'none';
  if (column === 'price') return numericText(value);
  const text = column === 'name' ? JSON.stringify(value) : value;
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;
}
