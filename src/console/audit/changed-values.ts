import { isRecord } from '../../common/json-values.js';

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
/** The handlers of a delivery are one sentence together. */
const TOLD_WHOLE: ReadonlySet<string> = new Set(['steps']);

/** What differs between two states. Values that stayed are left out. */
export function changedValues(before: Values, after: Values): ChangedValue[] {
  const former = new Map(valuesIn(before).map((one) => [JSON.stringify(one.path), one]));
  const present = new Map(valuesIn(after).map((one) => [JSON.stringify(one.path), one]));
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

/** The values of one state. Of an object, and of a list of objects, each value is one; another list is one as a whole. */
export function valuesIn(values: object | null, above: readonly string[] = []): NamedValue[] {
  return Object.entries(values ?? {}).flatMap(([name, value]: [string, unknown]) => {
    const path = [...above, name];
    const within =
      path.length < MAX_DEPTH && !TOLD_WHOLE.has(name) ? partsWithin(value) : undefined;
    return within ? valuesIn(within, path) : [{ path, value }];
  });
}

/** What a value has within, by names, or by the places of a list from 1 on; undefined for what is one value. */
function partsWithin(value: unknown): object | undefined {
  if (isObject(value)) return value;
  const isList = Array.isArray(value) && value.length > 0 && value.every(isObject);
  return isList ? Object.fromEntries(value.map((one, place) => [place + 1, one])) : undefined;
}

function isObject(value: unknown): value is object {
  return isRecord(value) && Object.keys(value).length > 0;
}
