import type { Operation } from './operation.js';

/**
 * For each read that may be old: the changes that its own instance had answered before, and that its stretched start does
 * not order already.
 */
export function ownChangesBefore<Action>(
  operations: readonly Operation<Action>[],
  isRead: (action: Action) => boolean,
): ReadonlyMap<number, readonly number[]> {
  const changes = new Map<string, { readonly index: number; readonly endMs: number }[]>();
  for (const [index, { instance, endMs, action, seesOwnSinceMs }] of operations.entries()) {
    if (isRead(action) || seesOwnSinceMs !== undefined) continue;
    const own = changes.get(instance) ?? [];
    own.push({ index, endMs });
    changes.set(instance, own);
  }
  const before = new Map<number, readonly number[]>();
  for (const [index, { instance, startMs, seesOwnSinceMs }] of operations.entries()) {
    if (seesOwnSinceMs === undefined) continue;
    const seen = changes
      .get(instance)
      ?.filter(({ endMs }) => endMs >= startMs && endMs < seesOwnSinceMs);
    if (seen && seen.length > 0)
      before.set(
        index,
        seen.map((change) => change.index),
      );
  }
  return before;
}
