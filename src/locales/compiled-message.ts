import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { IntlMessageFormat } from 'intl-messageformat';
import { localeOf, type Language } from './language.js';
import { formats, parser } from './message-format.js';

/** A text, or what makes one from the arguments of the message. */
export type Message = string | ((values: Readonly<Record<string, unknown>>) => string);

/** What only a parser can read. */
const SYNTAX = /[{}]|''/;

/** U+2068 and U+2069: a text within them has a direction of its own. */
const [ISOLATE, END] = ['\u2068', '\u2069'];

/**
 * A message in ICU MessageFormat: a text if it has no arguments. Texts that are put into it are isolated, so that a name
 * of another script does not move the words around it.
 * @throws SyntaxError if it is no ICU message
 */
export function compiledMessage(text: string, language: Language): Message {
  if (!SYNTAX.test(text)) return text;
  const { TYPE } = parser();
  const elements = isolatedIn(parsed(text));
  // Formatters are costly, and few messages are said before a process ends.
  let format: IntlMessageFormat | undefined;
  const say = (values: Readonly<Record<string, unknown>>): string => {
    format ??= new (formats().IntlMessageFormat)(elements, localeOf(language));
    return String(format.format(values as Record<string, string>));
  };
  return elements.every(({ type }) => type === TYPE.literal) ? say({}) : say;
}

/** The parts of a message. Tags are none: texts are never markup. */
export function parsed(text: string): MessageFormatElement[] {
  return parser().parse(text, { ignoreTag: true });
}

function isolatedIn(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
  const { TYPE } = parser();
  return elements.flatMap((element): MessageFormatElement[] => {
    if (element.type === TYPE.argument) return [literal(ISOLATE), element, literal(END)];
    if (element.type !== TYPE.select && element.type !== TYPE.plural) return [element];
    const options = { ...element.options };
    for (const [name, option] of Object.entries(options)) {
      options[name] = { ...option, value: isolatedIn(option.value) };
    }
    return [{ ...element, options }];
  });
}

function literal(value: string): MessageFormatElement {
  return { type: parser().TYPE.literal, value };
}
