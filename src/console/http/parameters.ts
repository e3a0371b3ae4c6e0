import { timeOf } from '../../common/zoned-time.js';

/** The parameters of a page that have these names and are not empty. */
export function parametersOf(
  query: URLSearchParams,
  names: readonly string[],
): Record<string, string> {
  const given = names.map((name) => [name, (query.get(name) ?? '').trim()] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== ''));
}

/** Fields of forms that hold times. Any other text may look like one. */
const TIMES: readonly string[] = ['from', 'to', 'expires_at'];

/** The same with times as a browser sends them, by the clocks of a zone, in the form that requests have. */
export function inUtc(
  fields: Readonly<Record<string, string>>,
  timeZone: string,
): Record<string, string> {
  const texts = Object.entries(fields).map(([name, text]) => [
    name,
    TIMES.includes(name) ? timeInUtc(text, timeZone) : text,
  ]);
  return Object.fromEntries(texts) as Record<string, string>;
}

/** A time by the clocks of a zone, as a browser sends it, in the form that requests have; another text stays. */
export function timeInUtc(text: string, timeZone: string): string {
  return timeOf(text, timeZone)?.toISOString() ?? text;
}
