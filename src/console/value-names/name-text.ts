import { isolated, type Language } from '../../locales/language.js';
import { Locale } from '../../locales/locale.js';

/** Other names that values have, some of them only in entries of releases before. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  by: 'steps',
  code: 'codes',
  every_minutes: 'sync_minutes',
  expires_at: 'expires',
  handler: 'steps',
  ips: 'allowed_ips',
  low_balance: 'balance_low',
  low_stock: 'warn_below',
  percent: 'percentage',
  range: 'ranges',
  ref: 'reference',
  status: 'state',
  time_out: 'timeout_seconds',
  type: 'kind',
  url: 'address',
};

/** The names that lead to a value, in words where there are some, else in those that it is made of. The id of a thing is called like the thing. */
export function nameText(language: Language, path: readonly string[]): string {
  const words: Readonly<Record<string, string>> = Locale.of(language).group('value');
  const texts = path.map((name) => {
    const known = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const found = [known, known.replace(/_id$/, '')]
      .map((one) => OTHER_NAMES[one] ?? one)
      .find((one) => Object.hasOwn(words, one));
    return found === undefined ? isolated(known.replaceAll('_', ' ').trim()) : words[found];
  });
  return texts.join(' › ');
}
