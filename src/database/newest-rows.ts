/** SQL of what a list, newest first, is read by. */
export interface NewestRows {
  /** Columns that have to be equal, each with its value; none for the rows of all. */
  readonly equal: readonly (readonly [column: string, value: string])[];
  /** The columns of time and id, by which the list is sorted. */
  readonly time: string;
  readonly id: string;
  /** The smallest id there is. */
  readonly firstId: string;
  /** The times of the list; the second is not included. */
  readonly from: string;
  readonly to: string;
  /** What comes before the page. */
  readonly after: { readonly time: string; readonly id: string };
}

/**
 * SQL of the condition and the order of a page. Whole keys of the index on the equal columns, time and id are compared, so
 * the page is read by that index in its order. With a plain condition PostgreSQL may take a value for a frequent one,
 * and read the index of the time alone through all newer rows of others; or for a rare one, and sort all of its rows.
 */
export function newestRows({ equal, time, id, firstId, from, to, after }: NewestRows): string {
  const columns = [...equal.map(([column]) => column), time, id];
  const values = equal.map(([, value]) => value);
  const first = [...values, from, firstId];
  const last = `CASE WHEN ${after.time} < ${to} THEN ${after.id} ELSE ${firstId} END`;
  const end = [...values, `least(${to}, ${after.time})`, last];
  return `
    (${columns.join(', ')}) >= (${first.join(', ')})
    AND (${columns.join(', ')}) < (${end.join(', ')})
    ORDER BY ${columns.map((column) => `${column} DESC`).join(', ')}`;
}
