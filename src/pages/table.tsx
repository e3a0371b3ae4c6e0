import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { usePage } from './page-context.js';
import { decimalsOf, LongestDecimals, Money, ShowsAllDigits } from './values.js';
import { useWords } from './words.js';

/**
 * A column: its title, what it shows of a row, and its kind: `number` for amounts and counts, which are compared digit by
 * digit; `words` for words of the shop and short names, which are not broken to make room for other columns. One of amounts
 * also tells them ({@link moneyColumn}).
 */
export type Column<Row> = readonly [
  title: string,
  cell: (row: Row) => ComponentChildren,
  kind?: 'number' | 'words',
  amount?: (row: Row) => string | null,
];

/** A column of amounts, which stand point below point. @param cell what it shows, where that is not the amount alone */
export function moneyColumn<Row>(
  title: string,
  amount: (row: Row) => string | null,
  cell = (row: Row): ComponentChildren => <Money value={amount(row)} />,
): Column<Row> {
  return [title, cell, 'number', amount];
}

interface TableProps<Row> {
  /** What the table lists, for those who do not see it. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Shown in place of an empty table. */
  readonly whenEmpty?: string;
  /** True if the link of a row opens its page over the list, where there is room. */
  readonly opensRows?: boolean;
}

/** A list. On a narrow screen each row becomes a block whose values have their titles beside them. */
export function Table<Row>({ label, columns, rows, whenEmpty, opensRows }: TableProps<Row>) {
  const words = useWords('common');
  const { formats } = usePage();
  if (rows.length === 0) return <p class="empty">{whenEmpty ?? words.nothing}</p>;
  const isWhole = useContext(ShowsAllDigits);
  const decimals = (amount: string | null): string =>
    amount === null ? '' : decimalsOf(formats.money(amount, isWhole).text);
  const longest = columns.map(
    ([, , , amount]) => amount && longestOf(rows.map((row) => decimals(amount(row)))),
  );
  return (
    <table class={opensRows ? 'opens' : undefined}>
      <caption class="unseen">{label}</caption>
      <thead>
        <tr>
          {columns.map(([title, , kind]) => (
            <th key={title} scope="col" class={kind === 'number' ? kind : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr>
            {columns.map(([title, cell, kind], index) => (
              <td key={title} data-title={title} class={kind}>
                {/* One thing beside the title of its column, where a window is too narrow for columns. */}
                <Aligned to={longest[index]}>
                  <div>{cell(row)}</div>
                </Aligned>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface AlignedProps {
  /** The longest decimals of the column; undefined in one without amounts. */
  readonly to: string | undefined;
  readonly children: ComponentChildren;
}

function Aligned({ to, children }: AlignedProps) {
  if (to === undefined) return <>{children}</>;
  return <LongestDecimals.Provider value={to}>{children}</LongestDecimals.Provider>;
}

function longestOf(texts: readonly string[]): string {
  return texts.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
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
