import { error, json, type Deed, type Written } from './fake-shop.js';

/** Faults of the network and of what is in between. */
export const NETWORK: Readonly<Record<string, Deed>> = {
  unreachable: 'unreachable',
  'cut before': 'cut-before',
  'cut after': 'cut-after',
  half: 'half',
  short: 'short',
  'hang before': 'hang-before',
  'hang after': 'hang-after',
  late: 'late',
  twice: 'twice',
  'html 502': { status: 502, body: '<html>Bad Gateway</html>' },
  'html 503 with Retry-After': { status: 503, body: 'busy', headers: { 'Retry-After': '7' } },
  'html 200': { status: 200, body: '<html>Please log in</html>' },
  'html 404': { status: 404, body: '<html>Not Found</html>' },
  garbage: { status: 200, body: '{"status":"OK","data":{"order_id' },
  'json of a proxy': json(504, { code: 504, message: 'Gateway Timeout' }),
  'error of a proxy': json(502, { status: 'ERROR', code: 109 }),
  'code as a text': json(403, { status: 'ERROR', code: '109' }),
  redirect: { status: 302, body: '', headers: { Location: 'https://login.example/' } },
  'no content': { status: 204, body: '' },
  'not modified': { status: 304, body: '' },
  null: json(200, null),
  list: json(200, []),
  'OK without data': json(200, { status: 'OK' }),
  'OK with empty data': json(200, { status: 'OK', data: {} }),
};

/** Each code with its status, and masked; those that extensions declare, and one that nobody knows. */
const CODES: Readonly<Record<number, number>> = {
  100: 422,
  105: 409,
  106: 422,
  109: 404,
  110: 409,
  111: 503,
  112: 422,
  113: 422,
  114: 400,
  118: 409,
  119: 422,
  120: 401,
  121: 401,
  122: 403,
  123: 403,
  124: 403,
  130: 503,
  404: 404,
  405: 405,
  500: 500,
  600: 409,
  699: 422,
  999: 400,
};

/** The order was committed, but the shop does not know it. */
const committed = (code: number, status: number): Written => ({
  ...error(code, status),
  isDone: true,
});

export const REFUSALS: Readonly<Record<string, Deed>> = {
  ...Object.fromEntries(
    Object.entries(CODES).flatMap(([code, status]) => [
      [code, error(Number(code), status)],
      [`${code} masked`, error(Number(code), 200)],
    ]),
  ),
  '111 at a limit': error(111, 429, { 'Retry-After': '30' }),
  '111 too slow': error(111, 408),
  '111 of an order that was committed': committed(111, 503),
  '111 masked, of an order that was committed': committed(111, 200),
  '500 of an order that was committed': committed(500, 500),
  '500 masked, of an order that was committed': committed(500, 200),
};
