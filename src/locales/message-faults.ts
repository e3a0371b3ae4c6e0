import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { parsed } from './compiled-message.js';

/** Longer than any of ours by far; the parser of a hostile one would take long. */
const MAX_MESSAGE_CHARACTERS = 5_000;
/**
 * Control characters, those that nobody has given a meaning, and those that turn the direction of what stands behind the
 * message. A first strong isolate is ended within it.
 */
const REFUSED = /(?!\n)\p{Cc}|\p{Co}|\p{Cs}|[\u202a-\u202e\u2066\u2067]/u;
/** A text of something else, in English; a translation may say it in general words of its own. */
const MAY_BE_LEFT_OUT = 'reason';

/** What is wrong with the translation of a message; undefined if it can be said with the same arguments. */
export function messageFault(text: unknown, english: string): string | undefined {
  if (typeof text !== 'string') return 'is no text';
  if (text.length > MAX_MESSAGE_CHARACTERS) {
    return `has more than ${MAX_MESSAGE_CHARACTERS} characters`;
  }
  if (REFUSED.test(text)) return 'has a control character';
  if (text.split('\u2068').length !== text.split('\u2069').length) return 'isolates no whole text';
  const given = argumentsIn(text);
  if (typeof given === 'string') return given;
  const wanted = argumentsIn(english) as Arguments;
  for (const [name, types] of given) {
    const known = wanted.get(name);
    if (!known) return `has an argument {${name}} that English does not have`;
    const other = [...types].find((type) => type !== 'said' && !known.has(type));
    if (other !== undefined) return `takes the argument {${name}} for a ${other}`;
  }
  const missing = [...wanted.keys()].find((name) => name !== MAY_BE_LEFT_OUT && !given.has(name));
  return missing === undefined ? undefined : `lacks the argument {${missing}}`;
}

/** How the arguments of a message are used. */
type Arguments = Map<string, Set<'said' | 'number' | 'choice' | 'format of its own'>>;

/** A text is what is wrong with the message. */
function argumentsIn(text: string): Arguments | string {
  const found: Arguments = new Map();
  try {
    collect(parsed(text), found);
  } catch (error) {
    // A parser of nested parts also ends where there are too many of them.
    return `is no ICU message (${error instanceof SyntaxError ? error.message : 'too deep'})`;
  }
  return found;
}

function collect(elements: readonly MessageFormatElement[], found: Arguments): void {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    found.set(element.value, (found.get(element.value) ?? new Set()).add(useOf(element)));
    if (element.type !== TYPE.select && element.type !== TYPE.plural) continue;
    for (const { value } of Object.values(element.options)) collect(value, found);
  }
}

function useOf(element: MessageFormatElement): 'said' | 'number' | 'choice' | 'format of its own' {
  if (element.type === TYPE.argument) return 'said';
  if (element.type === TYPE.plural) return 'number';
  if (element.type === TYPE.number && !element.style) return 'number';
  return element.type === TYPE.select ? 'choice' : 'format of its own';
}
