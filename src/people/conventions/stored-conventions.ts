import { USUAL_CONVENTIONS, type Conventions } from '../../locales/conventions.js';
import type { Language } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';
import { timeZoneOf } from '../../locales/time-zone.js';

/** The conventions of an operator as they are stored; null for what neither the operator nor the shop has. */
export interface StoredConventions {
  readonly ownLanguage: string | null;
  readonly shopLanguage: string | null;
  readonly timeZone: string | null;
  readonly weekStart: number | null;
  readonly moneyDecimals: number | null;
}

/** What is selected for them from an `operator` and the row of the `shop`. */
export const STORED_CONVENTIONS = `
  operator.language AS "ownLanguage", shop.language AS "shopLanguage",
  coalesce(operator.time_zone, shop.time_zone) AS "timeZone",
  coalesce(operator.week_start, shop.week_start) AS "weekStart",
  shop.money_decimals AS "moneyDecimals"`;

/** The conventions that hold. What this server does not know any more is as if it had not been chosen. */
export function conventionsOf(stored: StoredConventions): Conventions {
  const { language, timeZone, weekStart, moneyDecimals } = USUAL_CONVENTIONS;
  return {
    language: languageIn(stored.ownLanguage) ?? languageIn(stored.shopLanguage) ?? language,
    timeZone: timeZoneOf(stored.timeZone ?? timeZone) ?? timeZone,
    weekStart: stored.weekStart ?? weekStart,
    moneyDecimals: stored.moneyDecimals ?? moneyDecimals,
  };
}

/** Undefined for one that there is no more, such as that of a folder that was removed. */
export function languageIn(stored: string | null): Language | undefined {
  return Locale.isLanguage(stored) ? stored : undefined;
}
