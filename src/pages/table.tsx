import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { countColumn, factsOf, moneyColumn, type Column } from './column.js';
import { usePage } from './page-context.js';
import { sortedRows, sortsOf } from './sorted-rows.js';
import { decimalsOf, LongestDecimals, ShowsAllDigits, Money } from './values.js';
import { useWords } from './words.js';
import { sumOf } from '../common/money.js';

export { countColumn, factsOf, moneyColumn, type Column };

export interface TableProps<Row> {
  /** What the table lists, for those who do not see it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Shown in place of an empty table. */
  readonly whenEmpty?: string;
  /** True if the link of a row opens its page over the list, where there is room. */
  readonly opensRows?: boolean;
  /** True for rows that are read through and compared: more of them stand on a screen. */
  readonly isDense?: boolean;
  /** How it can be sorted. What is added up has its sums below a list that is wholly shown. */
  readonly sorting?: Sorting | undefined;
}

/** A list. On a narrow screen each row becomes a card, or a block whose values have their titles beside them where none has a place. */
export function Table<Row>({ label, columns, rows, sorting, ...table }: TableProps<Row>) {
  const words = useWords('common');
  const { query, language } = usePage();
  if (rows.length === 0) return <p class="empty">{table.whenEmpty ?? words.nothing}</p>;
  const longest = useLongest(columns, rows);
  const isWhole = sorting?.isWhole === true;
  const shown = isWhole ? sortedRows(rows, columns, query.get('sort'), language) : rows;
  const isOfCards = columns.some((column) => factsOf(column).place !== undefined);
  return (
    <table
      class={classes(table.opensRows && 'opens', table.isDense && 'dense', isOfCards && 'cards')}
    >
      <caption class="unseen">{label}</caption>
      <TableHead columns={columns} sorting={sorting} />
      <tbody>
        {shown.map((row) => (
          <tr>
            {columns.map((column, index) => (
              <Cell column={column} row={row} longest={longest[index] ?? ''} />
            ))}
          </tr>
        ))}
      </tbody>
      {isWhole && <TableFoot columns={columns} rows={rows} />}
    </table>
  );
}

/** The longest decimals of each column; empty in one without amounts. */
function useLongest<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  const { formats } = usePage();
  const showsAll = useContext(ShowsAllDigits);
  const decimals = (amount: string | null): string =>
    amount === null ? '' : decimalsOf(formats.money(amount, showsAll).text);
  return columns.map((column) => {
    const { amount } = factsOf(column);
    const all = amount ? rows.map((row) => decimals(amount(row))) : [];
    return all.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  });
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly longest: string;
}

function Cell<Row>({ column, row, longest }: CellProps<Row>) {
  const [title, cell] = column;
  const { kind, place } = factsOf(column);
  return (
    <td data-title={title} class={classes(kind, place && `at-${place}`)}>
      {/* One thing beside the title of its column, where a window is too narrow for columns. */}
      <LongestDecimals.Provider value={longest}>
        <div>{cell(row)}</div>
      </LongestDecimals.Provider>
    </td>
  );
}

function classes(...names: readonly (string | false | undefined)[]): string | undefined {
  const given = names.filter((name) => name);
  return given.length === 0 ? undefined : given.join(' ');
}

/** The values of one thing, with their names. Entries that are empty are left out. */
export function Details({
  entries,
}: {
  readonly entries: readonly (
    readonly [name: string, value: ComponentChildren] | undefined | null | false | ''
  )[];
}) {
  return (
    <ShowsAllDigits.Provider value>
      <dl>
        {entries.map(
          (entry) =>
            entry && (
              <div key={entry[0]}>
                <dt>{entry[0]}</dt>
                <dd>{entry[1]}</dd>
              </div>
            ),
        )}
      </dl>
    </ShowsAllDigits.Provider>
  );
}

/** A link to the next page of a list; nothing at its end. */
export function Pager({ next }: { readonly next: string | undefined }) {
  const words = useWords('common');
  if (next === undefined) return null;
  return (
    <nav class="pager" aria-label={words.more}>
      <a href={next} rel="next">
        {words.more}
      </a>
    </nav>
  );
}

interface CursorPagerProps {
  /** The page of the list, below the home page. */
  readonly page: string;
  /** Null at the end of the list. */
  readonly cursor: string | null;
  /** What the list is filtered by. */
  readonly parameters?: Readonly<Record<string, string | undefined>> | undefined;
}

/** The same of a list with one cursor. */
export function CursorPager({ page, cursor, parameters }: CursorPagerProps) {
  const { links } = usePage();
  return <Pager next={cursor === null ? undefined : links.to(page, { ...parameters, cursor })} />;
}

/** How a list is sorted by links in its head. */
export interface Sorting {
  /** The page of the list, below the home page. */
  readonly at: string;
  /** What is meant without the parameter `sort`. */
  readonly usual?: string;
  /** True if the list has no other rows, on this page or another one. */
  readonly isWhole?: boolean;
}

/** The titles of columns, as links where the list can be sorted by them. */
function TableHead<Row>({ columns, sorting }: Pick<TableProps<Row>, 'columns' | 'sorting'>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const [title] = column;
          const isNumber = factsOf(column).kind === 'number';
          const { href, direction } = useSort(column, sorting);
          return (
            <th scope="col" class={isNumber ? 'number' : undefined} aria-sort={direction}>
              {href === undefined ? title : <a href={href}>{title}</a>}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** How a list is sorted by a column, and the address where it is sorted the other way. Of numbers the greatest are looked for first. */
function useSort<Row>(column: Column<Row>, sorting: Sorting | undefined) {
  const { query, links } = usePage();
  const ways = sorting && sortsOf(column, sorting.isWhole === true);
  if (!sorting || !ways) return {};
  const [ascending, descending] = ways;
  const sort = query.get('sort') ?? sorting.usual;
  const direction = ({ [ascending]: 'ascending', [descending]: 'descending' } as const)[sort ?? ''];
  const isDown = direction ? sort === ascending : factsOf(column).kind === 'number';
  const kept = { ...Object.fromEntries(query), cursor: undefined, done: undefined };
  const href = links.to(sorting.at, { ...kept, sort: isDown ? descending : ascending });
  return { direction, href };
}

/** The sums of a list that is wholly shown, where all amounts are known; nothing where none of its columns is added up. */
function TableFoot<Row>({ columns, rows }: Pick<TableProps<Row>, 'columns' | 'rows'>) {
  const { total } = useWords('common');
  if (rows.length < 2 || !columns.some((column) => factsOf(column).isAdded)) return null;
  return (
    <tfoot>
      <tr>
        <th scope="row">{total}</th>
        {columns.slice(1).map((column) => {
          const { kind, isAdded } = factsOf(column);
          return (
            <td key={column[0]} data-title={column[0]} class={kind}>
              <div>{isAdded && <Sum column={column} rows={rows} />}</div>
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}

type SumProps<Row> = Pick<CellProps<Row>, 'column'> & Pick<TableProps<Row>, 'rows'>;

function Sum<Row>({ column, rows }: SumProps<Row>) {
  const { formats } = usePage();
  const { amount, count } = factsOf(column);
  if (count) return <>{formats.count(rows.reduce((before, row) => before + count(row), 0))}</>;
  const known = rows.flatMap((row) => amount?.(row) ?? []);
  return known.length < rows.length ? <>—</> : <Money value={known.reduce(sumOf)} />;
}
