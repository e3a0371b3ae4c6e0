interface JsonWithSourceText {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
  ): unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Parses JSON without losing a digit: numbers that are no safe whole ones stay texts. Undefined for what is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return (JSON as JsonWithSourceText).parse(text, (_key, value, { source }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) ? source : value,
    );
  } catch {
    return undefined;
  }
}

/** Empty for what is no object. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {};
}

/** Empty for what is no list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

/** A text or number as text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

export function textsOf(value: unknown): readonly string[] {
  return listOf(value).flatMap((item) => textOf(item) ?? []);
}

export function numberOf(value: unknown): number | undefined {
  const text = textOf(value);
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
