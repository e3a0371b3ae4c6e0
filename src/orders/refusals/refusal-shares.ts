/**
 * How many of its oldest rows each account has to give up so that no more than `limit` are left. The accounts with the
 * most rows give, so that one which is refused without end does not displace the refusals of others: all that give keep
 * equally many.
 * @param counts the rows of each account
 */
export function surplusRows(
  counts: ReadonlyMap<number, number>,
  limit: number,
): ReadonlyMap<number, number> {
  const share = equalShare([...counts.values()], limit);
  return new Map(
    [...counts].flatMap(([account, rows]) => (rows > share ? [[account, rows - share]] : [])),
  );
}

/** The most rows that every account may keep. */
function equalShare(counts: readonly number[], limit: number): number {
  const ascending = counts.toSorted((a, b) => a - b);
  let left = limit;
  for (const [index, rows] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (rows > share) return share;
    left -= rows;
  }
  return Infinity;
}
