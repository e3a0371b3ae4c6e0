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
/** As the field of a browser writes a time; seconds are left out where they are 0. */
const LOCAL_TIME = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?$/;

/** The same with times as a browser sends them, without a zone and meant as UTC, in the form that requests have. */
export function inUtc(fields: Readonly<Record<string, string>>): Record<string, string> {
  const texts = Object.entries(fields).map(([name, text]) => [
    name,
    TIMES.includes(name) ? timeInUtc(text) : text,
  ]);
  return Object.fromEntries(texts) as Record<string, string>;
}

/** A time without a zone, as a browser sends it, in the form that requests have; another text stays. */
export function timeInUtc(text: string): string {
  const [, minute, seconds = ':00'] = LOCAL_TIME.exec(text) ?? [];
  return minute === undefined ? text : `${minute}${seconds}Z`;
}
