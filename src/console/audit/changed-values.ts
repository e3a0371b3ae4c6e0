/** A value before and after a change; undefined where there was none. */
export interface ChangedValue {
  /** The names that lead to it, from the outermost on. */
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

type Values = Readonly<Record<string, unknown>> | null;

/** What is deeper is one value, so that any value has few parts. */
const MAX_DEPTH = 4;

/** What differs between two states. Values that stayed are left out. */
export function changedValues(before: Values, after: Values): ChangedValue[] {
  const former = new Map(valuesIn(before).map(({ path, value }) => [keyOf(path), { path, value }]));
  const present = new Map(valuesIn(after).map(({ path, value }) => [keyOf(path), { path, value }]));
  return [...new Map([...former, ...present])]
    .map(([key, { path }]) => ({
      path,
      before: former.get(key)?.value,
      after: present.get(key)?.value,
    }))
    .filter((value) => JSON.stringify(value.before) !== JSON.stringify(value.after));
}

/** A value of one state, with the names that lead to it. */
interface NamedValue {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** The values of one state. A list is one value; of an object each of its own is. */
export function valuesIn(values: Values): NamedValue[] {
  return partsOf(values ?? {}, []);
}

function partsOf(values: object, above: readonly string[]): NamedValue[] {
  return Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
    const path = [...above, name];
    return isObject(value) && path.length < MAX_DEPTH ? partsOf(value, path) : [{ path, value }];
  });
}

function isObject(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length > 0
  );
}

function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}
