/** A place among the events of an account: behind its event and behind its deposit or adjustment of these numbers. */
export interface AccountPlace {
  readonly eventNumber: number;
  /** The beginning of the hash; empty before the first one. */
  readonly eventHash: string;
  readonly entryNumber: number;
  readonly entryHash: string;
}

/** Before all that has happened. */
export const BEGIN: AccountPlace = { eventNumber: 0, eventHash: '', entryNumber: 0, entryHash: '' };

const NUMBERED = '(0|[1-9]\\d{0,14})';
const HASHED = '((?:[0-9a-f]{16})?)';
const CURSOR = new RegExp(`^([1-9]\\d{0,9})-${NUMBERED}-${HASHED}-${NUMBERED}-${HASHED}$`);

/** The text of a place. Its hashes tell whether a database still has what was told up to there. */
export function cursorOf(accountId: number, place: AccountPlace): string {
  const { eventNumber, eventHash, entryNumber, entryHash } = place;
  return [accountId, eventNumber, eventHash, entryNumber, entryHash].join('-');
}

/** Undefined for a text that is no cursor. */
export function placeOf(
  cursor: string,
): { readonly accountId: number; readonly place: AccountPlace } | undefined {
  const found = CURSOR.exec(cursor);
  if (!found) return undefined;
  const [, accountId, eventNumber, eventHash = '', entryNumber, entryHash = ''] = found;
  const numbers = { eventNumber: Number(eventNumber), entryNumber: Number(entryNumber) };
  const isWhole =
    (numbers.eventNumber === 0) === (eventHash === '') &&
    (numbers.entryNumber === 0) === (entryHash === '');
  const place = { ...numbers, eventHash, entryHash };
  return isWhole ? { accountId: Number(accountId), place } : undefined;
}

export function isSamePlace(one: AccountPlace, other: AccountPlace): boolean {
  return cursorOf(1, one) === cursorOf(1, other);
}
