/** As `describeWhere` names them. */
const REASON = / \(skipped: (.+)\)$/;

/** Why tests of a run were skipped: a line for each reason, with the number of its tests. */
export function skippedLines(
  tests: readonly { readonly ancestorTitles: readonly string[] }[],
): string[] {
  const reasons = tests.flatMap(({ ancestorTitles }) =>
    ancestorTitles.flatMap((title) => REASON.exec(title)?.[1] ?? []),
  );
  const byReason = Map.groupBy(reasons, (reason) => reason);
  return [...byReason].map(([reason, same]) => `Skipped (${same.length}): ${reason}`);
}
