import type { Language } from './language.js';

/** Always Latin digits, so that ids, amounts and times can be copied into commands and requests. */
const LOCALES: Readonly<Record<Language, string>> = {
  en: 'en-GB-u-nu-latn',
  ar: 'ar-u-nu-latn',
  tr: 'tr-u-nu-latn',
};

const USUAL_DECIMALS = 2;

/** Texts of times and numbers in a language. Its formatters are costly to make, so there is one of these a language. */
export class Formats {
  private readonly times: Intl.DateTimeFormat;
  private readonly counts: Intl.NumberFormat;

  private constructor(language: Language) {
    const locale = LOCALES[language];
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
