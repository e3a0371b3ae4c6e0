import { API, get, key, ordersOf, type Asked, type Group, type Row } from '../asked.js';

const ordersOfOld = ordersOf('old', 8_000);
const order = ordersOf('halted', 8_100);

const OLD: readonly Row[] = [
  get('old', 'profile'),
  get('old', 'content/900', 'old: 109 of a category'),
  get('old', 'products?products_id=x', 'old: 109 of a product'),
  get('old', 'products?base=x', 'old: 114'),
  get('old', 'products?a=%', 'old: a malformed query'),
  get('old', 'check', 'old: 114 of check'),
  get('old', 'nothing', 'old: 404'),
  get('old', 'profile', 'old: 405', { method: 'POST' }),
  get('old', `newOrder/1003/params?order_uuid=${key(8_050)}`, 'old: 405 of HEAD', {
    method: 'HEAD',
  }),
  get('old', 'newOrder/1003/params', 'old: 114 of newOrder'),
  ordersOfOld('old: 100', 1020),
  ordersOfOld('old: 105', 1018),
  ordersOfOld('old: 106', 1003, 'qty=x'),
  ordersOfOld('old: 109', 900_001),
  ordersOfOld('old: 110', 1006),
  ordersOfOld('old: 112', 1002, 'qty=1'),
  ordersOfOld('old: 113', 1004, 'qty=51'),
  ordersOfOld('old: 114 of a field', 1012, 'pin=x'),
  get('old', `newOrder/1003/params?order_uuid=${key(8_051)}`, 'old: an order'),
  get('old', `newOrder/1004/params?order_uuid=${key(8_051)}`, 'old: 116'),
  get('old', `check?orders=${key(8_052)}&uuid=1&seal=1`, 'old: sealing'),
  get('old', `newOrder/1004/params?order_uuid=${key(8_052)}`, 'old: 117'),
  get('modern', `newOrder/1020/params?order_uuid=${key(8_053)}`, 'modern: 100'),
];

const MAINTENANCE: readonly Asked[] = [
  'profile',
  'products',
  'check?orders=[]',
  `newOrder/1003/params?order_uuid=${key(8_060)}`,
  'ping',
  'integration',
  'nothing',
].flatMap((route) => [get('plain', route, `maintenance: ${route}`)]);

const REHEARSALS: readonly Row[] = [
  ...[1031, 1032, 1033, 1034].map((product) =>
    get(
      'tester',
      `newOrder/${product}/params?order_uuid=${key(8_200 + product)}`,
      `order ${product}`,
      {
        once: true,
        keep: `${product}`,
      },
    ),
  ),
  ...[1031, 1032, 1034].map((product) => ({
    until: product === 1032 ? '"status":"reject"' : '"status":"accept"',
    of: get('tester', `check?orders=«${product}»`),
  })),
  get('tester', 'check?orders=[«1031»,«1032»,«1033»,«1034»]', 'what became of them'),
  get('tester', `newOrder/1034/params?order_uuid=${key(9_234)}`, 'two codes, again'),
  get('tester', 'profile', 'no money was moved'),
];

/** Old panels, maintenance, halted orders, test orders, and an internal error. */
export const STATES: Group = {
  name: 'states',
  rows: [
    ...OLD,
    { sql: 'UPDATE maintenance SET enabled = true' },
    ...MAINTENANCE,
    get(undefined, 'profile', 'maintenance: no token'),
    get('revoked', 'profile', 'maintenance: a revoked token'),
    get('barred', 'profile', 'maintenance: a barred account'),
    get('old', 'profile', 'maintenance: an old panel'),
    get('plain', 'profile', 'maintenance: HEAD', { method: 'HEAD' }),
    { name: 'maintenance: ready', path: '/health/ready' },
    { name: 'maintenance: the document', path: '/openapi.json', method: 'HEAD' },
    { sql: 'UPDATE maintenance SET enabled = false' },
    get('plain', 'categories', 'after maintenance'),
    get('halted', `newOrder/1003/params?order_uuid=${key(8_101 + 50)}`, 'before the halt'),
    {
      sql: `UPDATE accounts SET orders_halted_at = now(), orders_halted_reason = 'recorded'
            WHERE name = 'Halted'`,
    },
    order('halted: an order', 1003),
    order('halted: 109 all the same', 900_001),
    get('halted', `newOrder/1003/params?order_uuid=${key(8_101 + 50)}`, 'halted: a replay'),
    get('halted', 'profile', 'halted: profile'),
    get('halted', `check?orders=${key(8_151)}&uuid=1`, 'halted: check'),
    { sql: `UPDATE accounts SET error_http_status = 'always-200' WHERE name = 'Halted'` },
    order('halted: an old panel', 1003),
    ...REHEARSALS,
    { sql: 'ALTER TABLE orders RENAME TO orders_away' },
    get('plain', 'check?orders=ID_0000000000000000', 'a fault inside'),
    get('old', 'check?orders=ID_0000000000000000', 'a fault inside, old panel'),
    { sql: 'ALTER TABLE orders_away RENAME TO orders' },
    { name: 'ready again', path: '/health/ready' },
    { name: 'and open', path: `${API}/check?orders=[]`, as: 'plain' },
  ],
};
