import { jsonNumber } from '../../src/common/json.js';

interface JsonWithSourceText {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source: string }) => unknown,
  ): unknown;
}

/**
 * Parses JSON so that JSON.stringify gives back the very bytes, whatever the number of digits: numbers stay raw.
 * To compare parts of two answers byte for byte.
 */
export function exactJson(text: string): unknown {
  return (JSON as JsonWithSourceText).parse(text, (_key, value, { source }) =>
    typeof value === 'number' ? jsonNumber(source) : value,
  );
}

/** The bytes of each item of a list. */
export function textsOf(list: readonly unknown[]): string[] {
  return list.map((item) => JSON.stringify(item));
}
