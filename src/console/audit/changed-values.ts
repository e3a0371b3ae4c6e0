/** A value before and after a change, as texts; undefined where there was none. */
export interface ChangedValue {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

type Values = Readonly<Record<string, unknown>> | null;

/** What differs between two states, by name. Values that stayed are left out. */
export function changedValues(before: Values, after: Values): ChangedValue[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .map((name) => ({ name, before: valueText(before, name), after: valueText(after, name) }))
    .filter((value) => value.before !== value.after);
}

/** The values of one state as texts, by name. */
export function valueTexts(values: Values): [name: string, text: string][] {
  return Object.keys(values ?? {}).map((name) => [name, valueText(values, name) ?? '']);
}

/** A text as it is, and all else as JSON. */
function valueText(values: Values, name: string): string | undefined {
  if (!values || !Object.hasOwn(values, name)) return undefined;
  const value = values[name];
  return typeof value === 'string' ? value : JSON.stringify(value);
}
