import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { IntlMessageFormat, type Formatters } from 'intl-messageformat';
import { localeOf, type Language } from './language.js';

/** A text, or what makes one from the arguments of the message. */
export type Message = string | ((values: Readonly<Record<string, unknown>>) => string);

/** What only a parser can read. */
const SYNTAX = /[{}]|''/;

/** Of numbers without separators of thousands. */
const UNGROUPED: Formatters = {
  getNumberFormat: (locale, options) =>
    new Intl.NumberFormat(locale, { ...options, useGrouping: false }),
  getDateTimeFormat: (...given) => new Intl.DateTimeFormat(...given),
  getPluralRules: (...given) => new Intl.PluralRules(...given),
};

/** U+2068 and U+2069: a text within them has a direction of its own. */
const [ISOLATE, END] = ['\u2068', '\u2069'];

/**
 * A message in ICU MessageFormat: a text if it has no arguments. Texts that are put into it are isolated, so that a name
 * of another script does not move the words around it.
 * @param isGrouped false for numbers without separators of thousands
 * @throws SyntaxError if it is no ICU message
 */
export function compiledMessage(text: string, language: Language, isGrouped = true): Message {
  if (!SYNTAX.test(text)) return text;
  const elements = isolatedIn(parsed(text));
  // Formatters are costly, and few messages are said before a process ends.
  let format: IntlMessageFormat | undefined;
  const say = (values: Readonly<Record<string, unknown>>): string => {
    format ??= new IntlMessageFormat(elements, localeOf(language), undefined, {
      ...(!isGrouped && { formatters: UNGROUPED }),
    });
    return String(format.format(values as Record<string, string>));
  };
  return elements.every(({ type }) => type === TYPE.literal) ? say({}) : say;
}

/** The parts of a message. Tags are none: texts are never markup. */
export function parsed(text: string): MessageFormatElement[] {
  return parse(text, { ignoreTag: true });
}

function isolatedIn(elements: readonly MessageFormatElement[]): MessageFormatElement[] {
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
  return { type: TYPE.literal, value };
}
