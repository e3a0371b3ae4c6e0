/** Ids are PostgreSQL integers; anything outside cannot exist. */
const LARGEST_ID = 2_147_483_647;

/**
 * An id as written in a path or list; undefined when no item can have it. An id has one form: were 020006 read as
 * 20006, a caller with another idea of numbers would order what it did not mean.
 */
export function itemId(text: string): number | undefined {
  if (!/^(?:0|[1-9]\d{0,9})$/.test(text)) return undefined;
  const id = Number(text);
  return id <= LARGEST_ID ? id : undefined;
}
