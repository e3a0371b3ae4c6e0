import { getRequest } from '../../../bench/raw-client.js';
import { besieged, type Siege } from '../besieged.js';
import { answersInWords, limitStatuses } from '../figures.js';
import { BOUNDS } from '../scenario.js';
import { apiRequest } from '../siege-shop.js';

const SLASHES = 30_000;
/** Of two kinds that normalizing has to put into order. */
const MARKS = 7_000;
const DIGITS = 400;
const TIMES = 10;
const TIMEOUT_SECONDS = 60;
const ENCODED = { 'Accept-Encoding': 'gzip' };

/** A list of orders that made a regular expression look back from every character. */
export const slashes = besieged(
  'check with a list of slashes',
  (siege) =>
    repeated(siege, [apiRequest(`check?orders=${'/'.repeat(SLASHES)}x`, siege.target.shop.honest)]),
  BOUNDS.longestWorkMs,
);

/** Combining marks, which take quadratic time to be put into order, in a value and in a name. */
export const marks = besieged(
  'combining marks in a value and in a name',
  (siege) => {
    const text = `a${'\u0301'.repeat(MARKS)}${'\u0316'.repeat(MARKS)}`;
    return repeated(siege, [
      orderPost(siege, { playerId: text }),
      orderPost(siege, { playerId: '1', [text]: '1' }),
    ]);
  },
  BOUNDS.longestWorkMs,
);

/** A field's pattern for which some engines try every way of dividing the value. */
export const pattern = besieged(
  'a field with the pattern ([0-9]+)+x',
  (siege) => {
    const { patterned, honest } = siege.target.shop;
    const query = `playerId=${'1'.repeat(DIGITS)}&order_uuid={uuid}`;
    return repeated(siege, [apiRequest(`newOrder/${patterned}/params?${query}`, honest)]);
  },
  BOUNDS.longestWorkMs,
);

/** Every audience at once asks for what has to be made for it. */
export const audiences = besieged('all audiences at once', async (siege) => {
  const { target, amounts, faults } = siege;
  const routes = ['products-wrapped', 'tree', 'catalog'];
  const requests = target.shop.audiences.map((token) =>
    routes.map((route) => getRequest(`/client/api/${route}`, { 'api-token': token, ...ENCODED })),
  );
  const callers = amounts.audiences;
  const total = routes.length * callers;
  const figures = await target.attacked('ask', {
    callers,
    requests,
    total,
    seconds: TIMEOUT_SECONDS,
  });
  limitStatuses(faults, 'readers', figures.statuses, ['200', '503']);
  const served = figures.statuses['200'] ?? 0;
  if (served < total) faults.add('readers had no answer', `${total - served} of ${total}`);
  return answersInWords(figures);
});

async function repeated(siege: Siege, requests: readonly string[]): Promise<string> {
  const figures = await siege.target.attacked('ask', {
    callers: 1,
    requests: [requests],
    total: TIMES,
    seconds: TIMEOUT_SECONDS,
  });
  const { statuses } = figures;
  limitStatuses(siege.faults, 'requests', statuses, ['200', '400', '414', '431']);
  return answersInWords(figures);
}

/** The bytes of an order by POST. */
function orderPost({ target: { shop } }: Siege, fields: Readonly<Record<string, string>>): string {
  const body = JSON.stringify({ ...fields, order_uuid: '00000000-0000-4000-8000-000000000000' });
  const head = getRequest(`/client/api/newOrder/${shop.plain}/params`, {
    'api-token': shop.honest,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
  });
  return head.replace(/^GET/, 'POST') + body;
}
