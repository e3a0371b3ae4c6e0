import type { MessageKey } from '../common/sentence.js';
import { Locale, type MessageArguments } from '../locales/locale.js';
import { usePage } from './page-context.js';

interface FaultTextProps {
  readonly messageKey: MessageKey | undefined;
  /** The sentence of the APIs and of the command line, shown where there is no other. */
  readonly children: string;
}

/** Why something was refused, in the language of the page as far as it is known. */
export function FaultText({ messageKey, children }: FaultTextProps) {
  const { language } = usePage();
  const text =
    messageKey &&
    Locale.of(language).say(`fault.${messageKey.key}`, messageKey.values as MessageArguments);
  return <bdi>{text ?? children}</bdi>;
}
