import type { AccountField } from './account-field.js';

type Named = Pick<AccountField, 'name'>;

/**
 * True if fields of a product change places: two that stay are in another order, or one that stays is at another place
 * among as many fields. Orders may name fields by their places, and would then be delivered to another player.
 */
export function changesFieldOrder(before: readonly Named[], after: readonly Named[]): boolean {
  const kept = before.flatMap(({ name }, was) => {
    const is = after.findIndex((field) => field.name === name);
    return is < 0 ? [] : [{ was, is }];
  });
  const isMoved = before.length === after.length && kept.some(({ was, is }) => was !== is);
  return isMoved || kept.some(({ is }, index) => is < (kept[index - 1]?.is ?? 0));
}

/** The same in SQL. @param before SQL of the fields as JSON @param after likewise */
export function fieldOrderChanges(before: string, after: string): string {
  return `EXISTS (
    WITH kept AS (
      SELECT former.place AS was, fresh.place AS now
      FROM json_array_elements(${before}) WITH ORDINALITY AS former (field, place)
      JOIN json_array_elements(${after}) WITH ORDINALITY AS fresh (field, place)
        ON former.field ->> 'name' = fresh.field ->> 'name'
    )
    SELECT FROM kept one, kept other
    WHERE one.was < other.was AND one.now > other.now
      OR one.was <> one.now AND json_array_length(${before}) = json_array_length(${after}))`;
}
