import { LRUCache } from 'lru-cache';
import { USUAL_CONVENTIONS, type Conventions } from '../locales/conventions.js';
import { localeOf, type Language } from '../locales/language.js';

const LEAST_DECIMALS = 2;
/** Ends an amount that has more digits than are shown. */
const CUT = '…';

/** The units of ages, the largest first, with their seconds. */
const AGE_UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
type AgeUnit = (typeof AGE_UNITS)[number][0];

/** Formatters are costly to make, and take some tens of kilobytes each. */
const TIMES = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });
const NUMBERS = new Map<string, Intl.NumberFormat>();

/** An amount as pages show it. */
export interface ShownMoney {
  readonly text: string;
  /** All its digits, if others than zeros are cut off. */
  readonly exact: string | undefined;
}

type FormatConventions = Pick<Conventions, 'timeZone' | 'moneyDecimals'>;

/** Texts of times, numbers and amounts, in a language and by the conventions of who reads them. */
export class Formats {
  private constructor(
    private readonly language: Language,
    private readonly times: Intl.DateTimeFormat,
    private readonly moneyDecimals: number,
  ) {}

  /** Without conventions times are in UTC, as everybody may read them. */
  static of(
    language: Language,
    { timeZone, moneyDecimals }: FormatConventions = USUAL_CONVENTIONS,
  ): Formats {
    return new Formats(language, timesOf(language, timeZone), moneyDecimals);
  }

  /** A time of the database, in the zone of who reads it, which the page names once. */
  time(time: string | Date): string {
    return this.times.format(new Date(time));
  }

  /** How long ago a time was, in the largest whole unit, such as `3 hours`; of less than a minute as `0 minutes`. */
  age(time: string | Date, nowMs: number): string {
    const seconds = Math.max(0, (nowMs - new Date(time).getTime()) / 1_000);
    const [unit, length] = AGE_UNITS.find(([, least]) => seconds >= least) ?? ['minute', 60];
    return numbersOf(this.language, unit).format(Math.floor(seconds / length));
  }

  count(count: number): string {
    return numbersOf(this.language).format(count);
  }

  /**
   * An exact decimal as money. What has more decimals than are shown is cut, never rounded, and says so by its last character.
   * @param isWhole true for all of its digits
   */
  money(decimal: string, isWhole = false): ShownMoney {
    const exact = moneyText(decimal);
    if (isWhole) return { text: exact, exact: undefined };
    const [whole = '', fraction = ''] = exact.split('.');
    const shown = fraction.slice(0, this.moneyDecimals);
    return /[1-9]/.test(fraction.slice(this.moneyDecimals))
      ? { text: `${whole}.${shown}${CUT}`, exact }
      : { text: `${whole}.${shown}`, exact: undefined };
  }
}

function timesOf(language: Language, timeZone: string): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`;
  let times = TIMES.get(key);
  if (!times) {
    const options = { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' } as const;
    times = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone });
    TIMES.set(key, times);
  }
  return times;
}

/** @param unit of ages; left out for counts */
function numbersOf(language: Language, unit?: AgeUnit): Intl.NumberFormat {
  const key = `${language} ${unit ?? ''}`;
  let numbers = NUMBERS.get(key);
  if (!numbers) {
    const options = unit && ({ style: 'unit', unit, unitDisplay: 'long' } as const);
    numbers = new Intl.NumberFormat(localeOf(language), options);
    NUMBERS.set(key, numbers);
  }
  return numbers;
}

/**
 * An exact decimal as money: at least two decimals, none of them rounded away, without separators of thousands, so
 * that it can be typed into a form as it is read.
 */
export function moneyText(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  return `${whole}.${fraction.padEnd(LEAST_DECIMALS, '0')}`;
}
