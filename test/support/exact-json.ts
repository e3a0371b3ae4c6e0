import { jsonNumber } from '../../src/common/json.js';

type SourceReviver = (key: string, value: unknown, context: { source: string }) => unknown;
type SourceParse = (text: string, reviver: SourceReviver) => unknown;

/**
 * Parses JSON so that JSON.stringify gives back the very bytes, whatever the number of digits: numbers stay raw.
 * To compare parts of two answers byte for byte.
 */
export function exactJson(text: string): unknown {
  const parse: SourceParse = JSON.parse;
  return parse(text, (_key, value, { source }) =>
    typeof value === 'number' ? jsonNumber(source) : value,
  );
}

/** The bytes of each item of a list. */
export function textsOf(list: readonly unknown[]): string[] {
  return list.map((item) => JSON.stringify(item));
}
