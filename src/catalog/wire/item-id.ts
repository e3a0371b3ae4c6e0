/** The largest PostgreSQL integer; no item has a greater id. */
const MAX_ID = 2_147_483_647;

/**
 * Parses an id of a path or list; undefined if no item can have it. Only one form is accepted, because a client that
 * sends 020006 may mean another product than 20006.
 */
export function itemId(text: string): number | undefined {
  if (!/^(?:0|[1-9]\d{0,9})$/.test(text)) return undefined;
  const id = Number(text);
  return id <= MAX_ID ? id : undefined;
}
