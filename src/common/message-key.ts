import type { FaultArguments } from '../../locales/en.js';

/**
 * Names a sentence, for those who say it in another language. The English sentence beside it is the one of the APIs and of
 * the command line.
 */
export interface MessageKey {
  readonly key: string;
  /** Those of the key in `FaultArguments`. */
  readonly values: object;
}

/** A sentence with these values. */
export function messageKey<Key extends keyof FaultArguments>(
  key: Key,
  values: FaultArguments[Key],
): MessageKey {
  return { key, values };
}
