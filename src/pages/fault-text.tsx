import type { MessageKey } from '../common/message-key.js';
import type { FaultSentences } from './fault-sentences.js';
import { FAULT_WORDS } from './fault-words.js';
import { useWords } from './page-context.js';

interface FaultTextProps {
  readonly messageKey: MessageKey | undefined;
  /** The sentence of the APIs and of the command line, shown where there is no other. */
  readonly children: string;
}

/** Why something was refused, in the language of the page as far as it is known. */
export function FaultText({ messageKey, children }: FaultTextProps) {
  const words = useWords(FAULT_WORDS);
  return <bdi>{messageKey ? sentenceOf(words, messageKey) : children}</bdi>;
}

/** `messageKey()` is the only one that makes keys, with the values that belong to them. */
function sentenceOf(words: FaultSentences, { key, values }: MessageKey): string {
  const say = words[key as keyof FaultSentences] as (values: object) => string;
  return say(values);
}
