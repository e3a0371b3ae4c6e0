import { createRequire } from 'node:module';
import type { FaultArguments } from '../../locales/en.js';
import type * as Locales from '../locales/locale.js';

const load = createRequire(import.meta.url);

/** Names a sentence, for those who say it in another language. */
export interface MessageKey {
  readonly key: string;
  /** Those of the key in `FaultArguments`. */
  readonly values: object;
}

/** The key of a sentence with these values. */
export function messageKey<Key extends keyof FaultArguments>(
  key: Key,
  values: FaultArguments[Key],
): MessageKey {
  return { key, values };
}

/** The values of a sentence, which one without arguments does not need, and the options of an error. */
type Rest<Values> = keyof Values extends never
  ? [values?: Values, options?: ErrorOptions]
  : [values: Values, options?: ErrorOptions];

/**
 * What an OperatorError says, by a message `fault.*`: its English sentence, which APIs and commands tell, and the key by
 * which pages say it in another language.
 */
export function sentence<Key extends keyof FaultArguments>(
  key: Key,
  ...[values, options]: Rest<FaultArguments[Key]>
): [message: string, options: ErrorOptions & { readonly messageKey: MessageKey }] {
  const named: MessageKey = { key, values: values ?? {} };
  return [englishSentence(named), { ...options, messageKey: named }];
}

/** The English sentence, without marks of direction, which terminals and programs would print. */
export function englishSentence({ key, values }: MessageKey): string {
  // Loaded at the first refusal: `souk --help` and most commands refuse nothing.
  const { Locale } = load('../locales/locale.js') as typeof Locales;
  const text = Locale.of('en').say(`fault.${key}`, values as Locales.MessageArguments);
  return text.replaceAll(/[\u2068\u2069]/g, '');
}
