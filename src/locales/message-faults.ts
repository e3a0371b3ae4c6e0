import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { parsed } from './compiled-message.js';
import { parser } from './message-format.js';

/** Longer than any of ours by far; the parser of a hostile one would take long. */
const MAX_MESSAGE_CHARACTERS = 5_000;
/** Control characters, those that nobody has given a meaning, ends of paragraphs, and what turns the direction of what follows. */
const REFUSED = /(?!\n)\p{Cc}|\p{Co}|\p{Cs}|[\u2028-\u202e\u2066\u2067]/u;
/** A text without any first strong isolate that it does not end. */
const BALANCED = /^(?:[^\u2068\u2069]|\u2068[^\u2068\u2069]*\u2069)*$/;
/** A text of something else, in English; a translation of why something is refused may say it in general words of its own. */
const MAY_BE_LEFT_OUT = 'reason';
const FAULT = 'fault.';

/** What is wrong with the translation of a message; undefined if it can be said with the same arguments. */
export function messageFault(key: string, text: unknown, english: string): string | undefined {
  if (typeof text !== 'string') return 'is no text';
  if (text.trim() === '' && english !== '') return 'is empty';
  if (text.length > MAX_MESSAGE_CHARACTERS) {
    return `has more than ${MAX_MESSAGE_CHARACTERS} characters`;
  }
  if (REFUSED.test(text)) return 'has a control character';
  const given = argumentsIn(text);
  if (typeof given === 'string') return given;
  return argumentFault(given, argumentsIn(english) as Arguments, key.startsWith(FAULT));
}

/** @param mayLack true where the reason may be left out */
function argumentFault(given: Arguments, wanted: Arguments, mayLack: boolean): string | undefined {
  for (const [name, types] of given) {
    const known = wanted.get(name);
    if (!known) return `has an argument {${name}} that English does not have`;
    const fits = (type: Use): boolean =>
      known.has(type) || (type === 'text' && !known.has('choice'));
    const other = [...types].find((type) => !fits(type));
    if (other !== undefined) return `takes the argument {${name}} for a ${other}`;
  }
  const missing = [...wanted.keys()].find(
    (name) => !given.has(name) && !(mayLack && name === MAY_BE_LEFT_OUT),
  );
  return missing === undefined ? undefined : `lacks the argument {${missing}}`;
}

/** How the arguments of a message are used. */
type Arguments = Map<string, Set<Use>>;

type Use = 'text' | 'number' | 'choice' | 'format of its own';

/** A text is what is wrong with the message. */
function argumentsIn(text: string): Arguments | string {
  const found: Arguments = new Map();
  try {
    if (!collect(parsed(text), found)) return 'isolates no whole text';
  } catch (error) {
    // A parser of nested parts also ends where there are too many of them.
    return `is no ICU message (${error instanceof SyntaxError ? error.message : 'too deep'})`;
  }
  return found;
}

/** @returns false if a literal part begins or ends an isolate alone */
function collect(elements: readonly MessageFormatElement[], found: Arguments): boolean {
  const { TYPE } = parser();
  return elements.every((element) => {
    if (element.type === TYPE.literal) return BALANCED.test(element.value);
    if (element.type === TYPE.pound) return true;
    found.set(element.value, (found.get(element.value) ?? new Set()).add(useOf(element)));
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return true;
    return Object.values(element.options).every(({ value }) => collect(value, found));
  });
}

function useOf(element: MessageFormatElement): Use {
  const { TYPE } = parser();
  if (element.type === TYPE.argument) return 'text';
  if (element.type === TYPE.plural) return 'number';
  if (element.type === TYPE.number && !element.style) return 'number';
  return element.type === TYPE.select ? 'choice' : 'format of its own';
}
