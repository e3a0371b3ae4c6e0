import type { ComponentChildren } from 'preact';
import type { PageContext } from './page-context.js';
import { Money } from './values.js';

/** A column: its title, what it shows of a row, and its kind, alone or with what else is known of it. */
export type Column<Row> = readonly [
  title: string,
  cell: (row: Row) => ComponentChildren,
  facts?: ColumnFacts<Row> | ColumnFacts<Row>['kind'],
];

/**
 * Where a value stands on the card that a row is on a narrow screen: its name and main amount first, then its state and whose it is,
 * then its time and more. Each says by itself what it is; a value without a place stands last, behind its title.
 */
type CardPlace = 'title' | 'main' | 'state' | 'who' | 'time' | 'more';

/** Values of the parameter `sort`. */
export type Sorts = readonly [ascending: string, descending: string];

/** What else is known of a column. */
export interface ColumnFacts<Row> {
  /**
   * `number` for amounts and counts, which are compared digit by digit; `words` for words of the shop and short names, which are
   * not broken to make room for other columns.
   */
  readonly kind?: 'number' | 'words';
  /** In addresses, of a column by which a list that is wholly shown is sorted. */
  readonly name?: string;
  readonly place?: CardPlace;
  /** Of a column of amounts ({@link moneyColumn}). */
  readonly amount?: (row: Row) => string | null;
  /** Of a column of counts. */
  readonly count?: (row: Row) => number;
  /** The property by which a list that is wholly shown is sorted; its name in addresses as well. */
  readonly by?: Extract<keyof Row, string>;
  /** What the parameter `sort` says of a list that is sorted where it is read. */
  readonly sorts?: Sorts;
  /** True where the sum of the whole list means something. */
  readonly isAdded?: boolean;
}

/** A column of counts, whose sum means something. */
export function countColumn<Row>(
  { formats }: Pick<PageContext, 'formats'>,
  title: string,
  count: (row: Row) => number,
  facts: ColumnFacts<Row> = {},
  cell = (row: Row): ComponentChildren => formats.count(count(row)),
): Column<Row> {
  return [title, cell, { kind: 'number', isAdded: true, ...facts, count }];
}

/** The properties of a row that are amounts. */
type AmountName<Row> = {
  [Name in keyof Row]: Row[Name] extends string | null ? Name : never;
}[keyof Row];

/**
 * A column of amounts, which stand point below point.
 * @param of the property with the amount, or what says it
 * @param cell what it shows, where that is not the amount alone
 */
export function moneyColumn<Row>(
  title: string,
  of: AmountName<Row> | ((row: Row) => string | null),
  facts: ColumnFacts<Row> = {},
  cell?: Column<Row>[1],
): Column<Row> {
  const amount = typeof of === 'function' ? of : (row: Row) => row[of] as string | null;
  const alone = (row: Row) => <Money value={amount(row)} />;
  return [title, cell ?? alone, { kind: 'number', ...facts, amount }];
}

/** All that is known of a column. */
export function factsOf<Row>([, , facts = {}]: Column<Row>): ColumnFacts<Row> {
  return typeof facts === 'string' ? { kind: facts } : facts;
}
