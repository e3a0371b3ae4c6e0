import { get, key, type Asked, type Group } from '../asked.js';
import type { AccountName } from '../shop/accounts.js';

function placed(number: number, product: number | string, query: string, name: string) {
  return (more: Partial<Asked> = {}, as: AccountName = 'replayer'): Asked => {
    const parameters = query === '' ? '' : `&${query}`;
    const route = `newOrder/${product}/params?order_uuid=${key(number)}${parameters}`;
    return get(as, route, name, more);
  };
}

const again = (number: number, product: number | string, query: string, name: string): Asked =>
  placed(number, product, query, name)();

/** Known idempotency keys: the same order in its present state, or 116 and 117. */
export const REPLAYS: Group = {
  name: 'replays',
  rows: [
    placed(4_001, 1001, 'playerId=5123', 'an order that waits')({ keep: 'first' }),
    again(4_001, 1001, 'playerId=5123&qty=1', 'with its quantity'),
    again(4_001, 1001, 'playerId=5123&qty=1.0', 'with its quantity, written otherwise'),
    again(4_001, 1001, 'PLAYERID=%205123%20', 'with its field, written otherwise'),
    again(4_001, '0001001', 'playerId=5123', 'with its product, written otherwise'),
    again(4_001, 1001, 'playerId=5123&note=new&lang=ar', 'with extras'),
    again(4_001, 1001, 'playerId=5123&max_price=0.1', 'with a max_price'),
    again(4_001, 1001, 'playerId=5123&token=x', 'with a credential'),
    again(4_001, 1001, 'playerId=5124', 'another field'),
    again(4_001, 1001, '', 'no field'),
    again(4_001, 1001, 'playerId=5123&playerId=5123', 'the field twice'),
    again(4_001, 1001, 'playerId=5123&qty=2', 'another quantity'),
    again(4_001, 1001, 'playerId=5123&qty=x', 'a malformed quantity'),
    again(4_001, 1001, 'playerId=5123&qty=1&qty=1', 'the quantity twice'),
    again(4_001, 1001, 'playerId=5123&note=%', 'a malformed extra'),
    again(4_001, 1003, 'playerId=5123', 'another product'),
    again(4_001, 900_001, 'playerId=5123', 'a product that is missing'),
    again(4_001, 'x', 'playerId=5123', 'no product'),
    placed(4_001, 1001, 'playerId=5123', 'by HEAD')({ method: 'HEAD' }),
    placed(4_001, 1001, 'playerId=5123', 'fetched ahead')({ headers: { Purpose: 'prefetch' } }),
    placed(4_001, 1001, 'playerId=5123', 'by POST')({ method: 'POST' }),
    placed(4_001, 1001, 'playerId=5123', 'the key of another account')({}, 'neighbor'),
    { accept: '«first»', codes: ['CODE-1', 'كود-٢ "🎮"'] },
    again(4_001, 1001, 'playerId=5123', 'accepted, with codes'),
    placed(4_002, 1001, 'playerId=1', 'an order to be accepted')({ keep: 'second' }),
    { accept: '«second»' },
    again(4_002, 1001, 'playerId=1', 'accepted, without codes'),
    placed(4_003, 1004, 'qty=3', 'an order to be rejected')({ keep: 'third' }),
    { reject: '«third»' },
    again(4_003, 1004, 'qty=3', 'rejected'),
    again(4_003, 1004, 'qty=4', 'rejected, another quantity'),
    get('replayer', 'profile', 'the money is back'),
    again(4_004, 1017, 'qty=2', 'codes from stock'),
    again(4_004, 1017, 'qty=2&x=1', 'codes from stock, again'),
    again(4_005, 1017, 'qty=50', 'more than there is in stock'),
    again(4_006, 1017, 'qty=2', 'two more, one of them odd'),
    again(4_007, 1017, 'qty=2', 'one too many'),
    again(4_007, 1017, 'qty=1', 'a refusal does not use up the key'),
    again(4_008, 1017, '', 'stock is empty'),
    again(4_011, 1041, 'qty=2', 'a product that will be deleted'),
    again(4_012, 1042, '', 'a product that will be switched off'),
    again(4_013, 1043, '', 'a product whose price will change'),
    again(4_014, 1044, '', 'a product that will be hidden'),
    { sql: 'UPDATE products SET deleted_at = now() WHERE id = 1041' },
    { sql: 'UPDATE products SET available = false WHERE id = 1042' },
    { sql: `UPDATE products SET price = 50, fields = '[]', name = 'Dear' WHERE id = 1043` },
    { sql: 'INSERT INTO visibility_rules (product_id, visible) VALUES (1044, false)' },
    again(4_011, 1041, 'qty=2', 'its product is deleted'),
    again(4_012, 1042, '', 'its product is switched off'),
    again(4_013, 1043, '', 'its price has changed'),
    again(4_014, 1044, '', 'its product is hidden'),
    again(4_021, 1041, '', 'a new order of what is deleted'),
    again(4_022, 1042, '', 'a new order of what is switched off'),
    again(4_023, 1043, 'qty=5', 'a new order at the new price'),
    again(4_024, 1044, '', 'a new order of what is hidden'),
    get('replayer', `check?orders=${key(4_031)}&uuid=1&seal=1`, 'a key is sealed'),
    again(4_031, 1003, '', 'a sealed key'),
    again(4_031, 900_001, 'qty=x', 'a sealed key, and all else wrong'),
    placed(4_031, 1003, '', 'a key that another account has sealed')({}, 'neighbor'),
    get('replayer', 'profile', 'what is left'),
  ],
};
