/** Parameters of this wire that hold nothing private; the value of any other never reaches a log. */
const PLAIN_PARAMETERS = new Set([
  'products_id',
  'base',
  'qty',
  'order_uuid',
  'orders',
  'uuid',
  'seal',
]);

const MASK = '***';
/** Long enough for every path and parameter name of ours, shorter than a token. */
const LONGEST_PLAIN_WORD = 32;

/** A URL fit for a log line: account fields, credentials and whatever looks like one are masked. */
export function logSafeUrl(url: string): string {
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  const safePath = path.split('/').map(safeSegment).join('/').slice(0, 300);
  if (mark < 0) return safePath;
  const parameters = url.slice(mark + 1).split('&', 30);
  return `${safePath}?${parameters.map(safeParameter).join('&')}`;
}

function safeSegment(segment: string): string {
  return segment.length > LONGEST_PLAIN_WORD ? MASK : segment;
}

function safeParameter(parameter: string): string {
  const equals = parameter.indexOf('=');
  const name = parameter.slice(0, equals);
  // A bare word may itself be the secret, and so may a long name.
  if (equals < 0 || name.length > LONGEST_PLAIN_WORD) return MASK;
  return PLAIN_PARAMETERS.has(name) ? parameter.slice(0, 300) : `${name}=${MASK}`;
}
