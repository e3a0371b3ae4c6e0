import { factsOf, type Column } from './column.js';
import { usePage } from './page-context.js';
import { sortsOf } from './sorted-rows.js';

/** How a list is sorted by links in its head. */
export interface Sorting {
  /** The page of the list, below the home page. */
  readonly at: string;
  /** What is meant without the parameter `sort`. */
  readonly usual?: string;
  /** True if the list has no other rows, on this page or another one. */
  readonly isWhole?: boolean;
}

interface TableHeadProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting | undefined;
}

/** The titles of columns, as links where the list can be sorted by them. */
export function TableHead<Row>({ columns, sorting }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => {
          const [title] = column;
          const { kind } = factsOf(column);
          const sort = useSort(column, sorting);
          return (
            <th
              scope="col"
              class={kind === 'number' ? kind : undefined}
              aria-sort={sort?.direction}
            >
              {sort ? <a href={sort.href}>{title}</a> : title}
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
  if (!sorting || !ways) return undefined;
  const [ascending, descending] = ways;
  const sort = query.get('sort') ?? sorting.usual;
  const direction = ({ [ascending]: 'ascending', [descending]: 'descending' } as const)[sort ?? ''];
  const isDown = direction ? sort === ascending : factsOf(column).kind === 'number';
  const kept = { ...Object.fromEntries(query), cursor: undefined, done: undefined };
  const href = links.to(sorting.at, { ...kept, sort: isDown ? descending : ascending });
  return { direction, href };
}
