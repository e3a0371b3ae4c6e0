import { get, key, ordersOf, type Asked, type Group } from '../asked.js';

const order = ordersOf('buyer', 1_000);
const keyed = (uuid: string, name = `order_uuid=${uuid}`, more: Partial<Asked> = {}): Asked =>
  get('buyer', `newOrder/1003/params?order_uuid=${uuid}`, name, more);
const opaque = (uuid: string): Asked =>
  get('opaque', `newOrder/1003/params?order_uuid=${uuid}`, `opaque: ${uuid}`);
const BARE = key(1_900).replaceAll('-', '');

const IDS = ['01003', '1003.0', '+1003', '%201003', '1e3', '0', '-1', 'x', '%00', '2147483648'];

/** Idempotency keys, the order of the checks, and refused orders. */
export const NEW_ORDER: Group = {
  name: 'new-order',
  rows: [
    order('a plain order', 1003),
    order('an order with a field', 1001, 'playerId=5123'),
    get('buyer', `newOrder/1003?order_uuid=${key(1_901)}`, 'without /params'),
    get('buyer', `newOrder/1003/params/?order_uuid=${key(1_902)}`, 'with a slash at the end'),
    get('buyer', 'newOrder/1003/params', 'no order_uuid'),
    keyed(''),
    keyed('%20'),
    keyed('x'),
    keyed('123'),
    keyed(key(1_900).slice(1)),
    keyed(`${key(1_900)}0`),
    keyed(`${key(1_900)},`),
    keyed(key(1_900), 'a key'),
    keyed(key(1_900).toUpperCase(), 'the key in upper case'),
    keyed(`{${key(1_900)}}`, 'the key in braces'),
    keyed(BARE, 'the key without hyphens'),
    keyed(`%20${key(1_900)}+`, 'the key between spaces'),
    keyed('00000000-0000-0000-0000-000000000000', 'the nil key'),
    keyed('f47ac10b-58cc-1372-8567-0e02b2c3d479', 'a key of version 1'),
    get('buyer', `newOrder/1003/params?Order_UUID=${key(1_903)}`, 'the name in other case'),
    get('buyer', `newOrder/1003/params?order_uuid=${key(4)}&order_uuid=${key(4)}`, 'two keys'),
    get('buyer', `newOrder/1003/params?order_uuid[]=${key(4)}`, 'a key in brackets'),
    keyed('%E0%A4%A', 'a key that is no UTF-8'),
    ...[
      'abc',
      'order-17',
      'a b',
      'a,b',
      'a%2Fb',
      'a%26b',
      '%22a%22',
      'طلب-١',
      '🎮',
      'x'.repeat(100),
    ].map((uuid) => opaque(encodeURIComponent(decodeURIComponent(uuid)))),
    opaque('x'.repeat(101)),
    get('opaque', `newOrder/1003/params?order_uuid=${BARE.toUpperCase()}`, 'opaque: a UUID'),
    get('opaque', `newOrder/1003/params?order_uuid=${key(1_900)}`, 'opaque: the same UUID'),
    get('strict', 'newOrder/1003/params?order_uuid=abc', 'strict: an opaque key'),
    ...IDS.map((id) => order(`product ${id}`, id)),
    ...[
      [900_001, 'missing'],
      [1007, 'hidden'],
      [1008, 'deleted'],
      [1009, 'below hidden'],
      [1028, 'below deleted'],
      [1031, 'for testing'],
      [1006, 'switched off'],
    ].map(([id = '', why = '']) => order(`a product that is ${why}`, id)),
    get('lister', `newOrder/1006/params?order_uuid=${key(5)}`, 'switched off, for who sees it'),
    get('gold', `newOrder/1007/params?order_uuid=${key(1_904)}`, 'hidden, for who sees it'),
    order('109 before 106', 900_001, 'qty=x'),
    order('110 before 106', 1006, 'qty=x'),
    order('106 before 114', 1011, 'qty=x'),
    order('114 before 105', 1012, 'qty=1'),
    order('105', 1018),
    get('poor', `newOrder/1018/params?order_uuid=${key(6)}`, '105 before 100'),
    get('poor', `newOrder/1004/params?order_uuid=${key(7)}`, '100'),
    get('poor', `newOrder/1004/params?order_uuid=${key(7)}&qty=51`, '113 before 100'),
    get('buyer', `newOrder/1016/params?order_uuid=${key(8)}`, '100 of much'),
    get('credit', `newOrder/1020/params?order_uuid=${key(9)}`, '100 with credit'),
    get('credit', `newOrder/1005/params?order_uuid=${key(1_905)}&qty=1.92`, '100 by a cent'),
    get('credit', `newOrder/1004/params?order_uuid=${key(1_906)}&qty=6`, 'credit is spent'),
    get('credit', 'profile', 'what is left of the credit'),
    get('gold', `newOrder/1001/params?order_uuid=${key(1_907)}&playerId=1`, "a group's percentage"),
    get('gold', `newOrder/1002/params?order_uuid=${key(1_908)}&qty=500`, "a group's price"),
    get(
      'special',
      `newOrder/1001/params?order_uuid=${key(1_909)}&playerId=1&qty=1000000000`,
      'own price',
    ),
    get('special', `newOrder/1015/params?order_uuid=${key(1_910)}`, 'a free product'),
    get('special', 'profile', 'nothing is left'),
    order('max_price below the price', 1003, 'max_price=0.0001'),
    order('a shop that it has passed through', 1003, '', {
      headers: { 'Souk-Via': '0123456789abcdef' },
    }),
  ],
};
