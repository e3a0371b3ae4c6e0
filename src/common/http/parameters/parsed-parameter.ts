import { BadParameterError } from '../../app-error.js';
import type { FlatParameters } from './flat-parameters.js';

/** One of the words, or several as `accept,reject`. */
export function someOf<Word extends string>(
  words: readonly Word[],
  text: string,
): Word[] | undefined {
  const found = text.split(',').map((word) => oneOf(words, word));
  return found.every((word) => word !== undefined) ? found : undefined;
}

/** The text, if it is one of the words. */
export function oneOf<Word extends string>(words: readonly Word[], text: string): Word | undefined {
  return words.find((word) => word === text);
}

/**
 * The value of a parameter; undefined if it is absent. An empty value is malformed: a client that sends the null of the
 * last page as an empty cursor would otherwise start again from the beginning.
 */
export function parsed<Value>(
  parameters: FlatParameters,
  name: string,
  parse: (text: string) => Value | undefined,
  rule: string,
): Value | undefined {
  const text = parameters.single(name);
  if (text === undefined) return undefined;
  const value = parse(text);
  if (value === undefined) throw new BadParameterError(`Malformed parameter: ${name} (${rule})`);
  return value;
}

const SWITCH: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** What a text switches, in any letter case; undefined if it is none of 1, true, 0 and false. */
export const switchOf = (text: string): boolean | undefined => SWITCH.get(text.toLowerCase());

/**
 * True for a parameter that switches something on, in any letter case; false if it is absent.
 * @throws BadParameterError (114) for all but 1, true, 0 and false
 */
export function isSwitchedOn(parameters: FlatParameters, name: string): boolean {
  return parsed(parameters, name, switchOf, '1 or true, 0 or false') ?? false;
}
