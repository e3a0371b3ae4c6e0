/** SQL of what a list that is sorted by time is read by. */
export interface SortedRows {
  /** Columns that have to be equal, each with its value; none for the rows of all. */
  readonly equal: readonly (readonly [column: string, value: string])[];
  /** The columns of time and id, by which the list is sorted. */
  readonly time: string;
  readonly id: string;
  /** An id before all others. */
  readonly firstId: string;
  /** The times of the list; the second is not included. */
  readonly from: string;
  readonly to: string;
  /** What comes before the page. */
  readonly after: { readonly time: string; readonly id: string };
}

/**
 * SQL of the condition and the order of a page, newest first. Whole keys of the index on the equal columns, time and id are
 * compared, so the page is read by that index in its order. With a plain condition PostgreSQL may take a value for a frequent one,
 * and read the index of the time alone through all newer rows of others; or for a rare one, and sort all of its rows. Where the
 * end of the list is a condition beside the place of the page, it may begin at that end, and read the index up to the page.
 */
export function newestRows(rows: SortedRows): string {
  const { after, from, to, firstId } = rows;
  const id = `CASE WHEN ${after.time} < ${to} THEN ${after.id} ELSE ${firstId} END`;
  const end = { time: `least(${to}, ${after.time})`, id };
  return `
    ${keyOf(rows)} >= ${boundOf(rows, { time: from, id: firstId })}
    AND ${keyOf(rows)} < ${boundOf(rows, end)}
    ORDER BY ${orderOf(rows, 'DESC')}`;
}

/** The same, oldest first. */
export function oldestRows(rows: SortedRows): string {
  const { after, from, to, firstId } = rows;
  const id = `CASE WHEN ${after.time} >= ${from} THEN ${after.id} ELSE ${firstId} END`;
  const start = { time: `greatest(${from}, ${after.time})`, id };
  return `
    ${keyOf(rows)} > ${boundOf(rows, start)}
    AND ${keyOf(rows)} < ${boundOf(rows, { time: to, id: firstId })}
    ORDER BY ${orderOf(rows, 'ASC')}`;
}

const columnsOf = ({ equal, time, id }: SortedRows): string[] => [
  ...equal.map(([column]) => column),
  ...[time, id],
];

const keyOf = (rows: SortedRows): string => `(${columnsOf(rows).join(', ')})`;

const boundOf = ({ equal }: SortedRows, { time, id }: SortedRows['after']): string =>
  `(${[...equal.map(([, value]) => value), time, id].join(', ')})`;

const orderOf = (rows: SortedRows, by: 'ASC' | 'DESC'): string =>
  columnsOf(rows)
    .map((column) => `${column} ${by}`)
    .join(', ');
