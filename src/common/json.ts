/** A decimal text that JSON.stringify writes as a bare number, digit for digit (ES2025 JSON.rawJSON, Node >= 22). */
export interface RawJson {
  readonly rawJSON: string;
}

interface JsonWithRawText {
  rawJSON(text: string): RawJson;
}

interface JsonWithSourceText {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown;
}

/** A JSON number with exactly these digits; a JavaScript number would lose them beyond 17. */
export function jsonNumber(plainDecimal: string): RawJson {
  return (JSON as unknown as JsonWithRawText).rawJSON(plainDecimal);
}

/** A reviver for JSON.parse: replaces every number by its source text, so no digit is lost. */
export function numbersAsText(
  _key: string,
  value: unknown,
  context?: { source?: string },
): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

/** JSON.parse with numbers kept as their source text. @throws SyntaxError on malformed JSON. */
export function parseJsonExactly(text: string): unknown {
  return (JSON as JsonWithSourceText).parse(text, numbersAsText);
}
