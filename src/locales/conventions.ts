import type { Language } from './language.js';

/** How a person reads texts, times and money: as an operator has chosen, else as the shop has. */
export interface Conventions {
  /** Undefined where neither has chosen one: a browser then says which, and mails are English. */
  readonly language: Language | undefined;
  /** A name of the IANA database, such as `Europe/Istanbul`. */
  readonly timeZone: string;
  /** The first day of a week, from 1 for Monday to 7 for Sunday (ISO 8601). */
  readonly weekStart: number;
  /** So many decimals of an amount are shown at most, and two at least. */
  readonly moneyDecimals: number;
}

/** Of a shop that has chosen nothing. */
export const USUAL_CONVENTIONS: Conventions = {
  language: undefined,
  timeZone: 'UTC',
  weekStart: 1,
  moneyDecimals: 4,
};
