import { localeOf, type Language } from '../locales/language.js';

const USUAL_DECIMALS = 2;

/** The units of ages, the largest first, with their seconds. */
const AGE_UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
] as const;
const YOUNGEST = ['minute', 60] as const;

/** A format of ages that have at least so many seconds, in units of so many. */
type AgeFormat = readonly [unitSeconds: number, Intl.NumberFormat];

/** Texts of times and numbers in a language. Its formatters are costly to make, so there is one of these a language. */
export class Formats {
  private readonly times: Intl.DateTimeFormat;
  private readonly counts: Intl.NumberFormat;
  private readonly ages: readonly AgeFormat[];
  private readonly youngest: AgeFormat;

  private constructor(language: Language) {
    const locale = localeOf(language);
    const ageFormat = ([unit, seconds]: readonly [string, number]): AgeFormat => {
      const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
      return [seconds, new Intl.NumberFormat(locale, options)];
    };
    this.ages = AGE_UNITS.map(ageFormat);
    this.youngest = ageFormat(YOUNGEST);
    this.times = new Intl.DateTimeFormat(locale, {
      ...{ dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC', hourCycle: 'h23' },
    });
    this.counts = new Intl.NumberFormat(locale);
  }

  private static readonly made = new Map<Language, Formats>();

  static of(language: Language): Formats {
    const formats = Formats.made.get(language) ?? new Formats(language);
    Formats.made.set(language, formats);
    return formats;
  }

  /** A time of the database, in UTC. */
  time(time: string | Date): string {
    return `${this.times.format(new Date(time))} UTC`;
  }

  /** How long ago a time was, in the largest whole unit, such as `3 hours`; of less than a minute as `0 minutes`. */
  age(time: string | Date, nowMs: number): string {
    const seconds = Math.max(0, (nowMs - new Date(time).getTime()) / 1_000);
    const [unit, format] = this.ages.find(([least]) => seconds >= least) ?? this.youngest;
    return format.format(Math.floor(seconds / unit));
  }

  count(count: number): string {
    return this.counts.format(count);
  }
}

/**
 * An exact decimal as money: at least two decimals, none of them rounded away, without separators of thousands, so
 * that it can be typed into a form as it is read.
 */
export function moneyText(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  return `${whole}.${fraction.padEnd(USUAL_DECIMALS, '0')}`;
}
