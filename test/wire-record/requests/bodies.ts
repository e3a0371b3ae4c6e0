import { API, key, type Asked, type Group } from '../asked.js';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

let next = 6_000;

/** A POST in whose body KEY stands for an idempotency key. */
function post(name: string, type: string | undefined, body: string, query = ''): Asked {
  return {
    name,
    as: 'poster',
    method: 'POST',
    path: `${API}/newOrder/1001/params${query}`,
    headers: type === undefined ? {} : { 'Content-Type': type },
    body: body.replaceAll('KEY', key(next++)),
  };
}

const form = (name: string, body: string, query = ''): Asked => post(name, FORM, body, query);
const json = (name: string, body: string, query = ''): Asked => post(name, JSON_TYPE, body, query);

/** Orders by POST. */
export const BODIES: Group = {
  name: 'bodies',
  rows: [
    form('a form', 'order_uuid=KEY&playerId=5123&qty=2'),
    form('a form with odd characters', 'order_uuid=KEY&playerId=%D8%B4+a%26b'),
    form('a form without the field', 'order_uuid=KEY'),
    form('a form that repeats', 'order_uuid=KEY&playerId=1&qty=1&qty=1'),
    form('a form that repeats its key', 'order_uuid=KEY&order_uuid=KEY&playerId=1'),
    form('a malformed form', 'order_uuid=KEY&playerId=%'),
    form('an empty form', ''),
    form('a form with a token', 'order_uuid=KEY&playerId=1&api-token=secret&password=secret'),
    post('a form with a charset', `${FORM}; charset=utf-8`, 'order_uuid=KEY&playerId=1'),
    post('a form with a strange charset', `${FORM}; charset=nonsense`, 'order_uuid=KEY'),
    json('JSON', '{"order_uuid":"KEY","playerId":"5123","qty":"2"}'),
    json('JSON with numbers', '{"order_uuid":"KEY","playerId":5123,"qty":1.50}'),
    json('JSON with an exponent', '{"order_uuid":"KEY","playerId":"1","qty":1e1}'),
    json('JSON with a long number', '{"order_uuid":"KEY","playerId":12345678901234567890}'),
    json('JSON with a truth', '{"order_uuid":"KEY","playerId":true}'),
    json('JSON with null', '{"order_uuid":"KEY","playerId":null}'),
    json('JSON with a list', '{"order_uuid":"KEY","playerId":["1"]}'),
    json('JSON with an object', '{"order_uuid":"KEY","playerId":{"a":"1"}}'),
    json('JSON with an odd extra', '{"order_uuid":"KEY","playerId":"1","meta":{}}'),
    json('JSON that repeats', '{"order_uuid":"KEY","playerId":"1","playerId":"1"}'),
    json('JSON with escapes', '{"order_uuid":"KEY","player\\u0049d":"\\u0634\\n"}'),
    json('JSON with a lone surrogate', '{"order_uuid":"KEY","playerId":"\\ud800"}'),
    json('JSON with NUL', '{"order_uuid":"KEY","playerId":"a\\u0000"}'),
    json('JSON with __proto__', '{"order_uuid":"KEY","playerId":"1","__proto__":"x"}'),
    json('a list', '[{"order_uuid":"KEY","playerId":"1"}]'),
    json('a number', '1'),
    json('broken JSON', '{"order_uuid":"KEY",'),
    json('empty JSON', ''),
    json('blank JSON', '  '),
    json('a deep JSON', `${'['.repeat(2_000)}${']'.repeat(2_000)}`),
    json('JSON behind a byte order mark', '\uFEFF{"order_uuid":"KEY","playerId":"1"}'),
    post('JSON of another name', 'application/vnd.api+json', '{"order_uuid":"KEY","playerId":"1"}'),
    post('JSON as text', 'text/plain', '{"order_uuid":"KEY","playerId":"1"}'),
    post('a form without a type', undefined, 'order_uuid=KEY&playerId=1'),
    post('a multipart form', 'multipart/form-data; boundary=x', '--x\r\n\r\n--x--'),
    form('a body of 32 kB', `order_uuid=KEY&playerId=1&x=${'x'.repeat(32_700)}`),
    form('a body of 40 kB', `order_uuid=KEY&playerId=1&x=${'x'.repeat(40_000)}`),
    form('the key in the query', 'playerId=1', `?order_uuid=${key(6_100)}`),
    form('the key in both', 'order_uuid=KEY&playerId=1', `?order_uuid=${key(6_101)}`),
    form('the field in both', 'playerId=1', `?order_uuid=${key(6_102)}&playerId=1`),
    json('the quantity in the query', '{"order_uuid":"KEY","playerId":"1"}', '?qty=3'),
    form('a broken body under a key in the query', 'playerId=%', `?order_uuid=${key(6_103)}`),
    json('broken JSON under a key in the query', '{', `?order_uuid=${key(6_104)}&playerId=1`),
    form('a key in the query', '', `?order_uuid=${key(6_105)}&playerId=1`),
    json('the same with broken JSON', '{', `?order_uuid=${key(6_105)}&playerId=1`),
    { ...form('a short path', 'order_uuid=KEY'), path: `${API}/newOrder/1003` },
    {
      ...form('a compressed body', 'order_uuid=KEY&playerId=1'),
      headers: { 'Content-Type': FORM, 'Content-Encoding': 'gzip' },
    },
    {
      ...form('an unknown encoding', 'order_uuid=KEY&playerId=1'),
      headers: { 'Content-Type': FORM, 'Content-Encoding': 'snow' },
    },
    {
      ...form('a prefetch', 'order_uuid=KEY&playerId=1'),
      headers: { 'Content-Type': FORM, 'Sec-Purpose': 'prefetch' },
    },
    { ...json('nobody', '{"order_uuid":"KEY"}'), as: 'revoked' },
    ...[`${API}/profile`, `${API}/check`, `${API}/products`, '/nothing'].map((path) => ({
      ...form(`POST ${path}`, 'orders=[]'),
      path,
    })),
    { ...json('a GET with a body', '{"playerId":"2"}'), method: 'GET', path: `${API}/profile` },
    {
      ...json('an order by GET with a body', '{"playerId":"2"}'),
      method: 'GET',
      path: `${API}/newOrder/1001/params?order_uuid=${key(6_106)}`,
    },
    {
      ...json('the same with its field', '{"qty":'),
      method: 'GET',
      path: `${API}/newOrder/1001/params?order_uuid=${key(6_106)}&playerId=1`,
    },
  ],
};
