import { API, get, key, ordersOf, type Asked, type Group } from '../asked.js';

const PROFILE = `${API}/profile`;
const CREDENTIAL_NAMES = [
  'api-token',
  'api_token',
  'API_TOKEN',
  'x-api-key',
  'token',
  'access_token',
  'auth',
  'bearer',
  'Authorization',
  'jwt',
  'key',
  'secret',
  'password',
];

function sending(name: string, headers: Asked['headers'], path = PROFILE): Asked {
  return { name, path, ...(headers && { headers }) };
}

const from = (address: string, route = 'profile', as: 'office' | 'local' = 'office'): Asked =>
  get(as, route, `${as} ${route} from ${address}`, { headers: { 'X-Forwarded-For': address } });

const order = ordersOf('plain', 100);

/** Access: errors 120 to 123, and the headers of a token. */
export const ACCESS: Group = {
  name: 'access',
  rows: [
    sending('no credential', undefined),
    sending('api-token', { 'api-token': '«token:plain»' }),
    sending('API-Token, spaced', { 'API-Token': '  «token:plain»  ' }),
    sending('x-api-token', { 'x-api-token': '«token:plain»' }),
    sending('x-api-key', { 'X-API-Key': '«token:plain»' }),
    sending('bearer', { Authorization: 'Bearer «token:plain»' }),
    sending('bearer in lower case', { authorization: 'bearer   «token:plain» ' }),
    sending('bearer without a token', { Authorization: 'Bearer ' }),
    sending('a token without the word bearer', { Authorization: '«token:plain»' }),
    sending('basic', { Authorization: 'Basic cGxhaW46cGxhaW4=' }),
    sending('empty api-token', { 'api-token': '' }),
    sending('empty api-token and bearer', {
      'api-token': ' ',
      Authorization: 'Bearer «token:plain»',
    }),
    sending('wrong api-token and good bearer', {
      'api-token': 'wrong',
      Authorization: 'Bearer «token:plain»',
    }),
    sending('good api-token and wrong bearer', {
      'api-token': '«token:plain»',
      Authorization: 'Bearer wrong',
    }),
    sending('two tokens', { 'api-token': '«token:gold»', Authorization: 'Bearer «token:plain»' }),
    sending('api-token twice', { 'api-token': ['«token:plain»', '«token:plain»'] }),
    sending('bearer twice', { Authorization: ['Bearer «token:gold»', 'Bearer «token:plain»'] }),
    sending('two names of the header', { 'x-api-key': '«token:gold»', 'api-token': 'wrong' }),
    sending('a cookie', { Cookie: 'api-token=«token:plain»' }),
    sending('an unknown token', { 'api-token': 'A'.repeat(43) }),
    sending('a long token', { 'api-token': 'A'.repeat(9_000) }),
    sending('a token that is no ASCII', { 'api-token': 'caf\u00e9' }),
    sending('a token and one character more', { 'api-token': '«token:plain»x' }),
    sending('a token in quotes', { 'api-token': '"«token:plain»"' }),
    ...CREDENTIAL_NAMES.map((name) =>
      sending(`a token in the URL as ${name}`, undefined, `${PROFILE}?${name}=«token:plain»`),
    ),
    sending(
      'a wrong token in the URL and a good one in the header',
      {
        'api-token': '«token:plain»',
      },
      `${PROFILE}?api-token=wrong`,
    ),
    get('expired', 'profile', 'an expired token'),
    get('revoked', 'profile', 'a revoked token'),
    get('barred', 'profile', 'a barred account'),
    get('barred', `newOrder/1001/params?order_uuid=${key(1)}`, 'an order of a barred account'),
    get('closed', 'profile', 'a barred account from a wrong address'),
    get('office', 'profile', 'a wrong address'),
    get('office', 'products', 'products from a wrong address'),
    get('office', `newOrder/1001/params?order_uuid=${key(2)}`, 'an order from a wrong address'),
    ...[
      '198.51.100.7',
      '::ffff:198.51.100.7',
      '198.51.101.7',
      '2001:db8::1',
      '2001:DB8:0:0:0:0:0:1',
      '2001:db9::1',
      '198.51.100.7, 127.0.0.1',
      '198.51.100.7, 203.0.113.9',
      '203.0.113.9, 198.51.100.7',
      '',
      'unknown',
      '198.51.100.7:443',
    ].map((address) => from(address)),
    from('198.51.100.7', 'products?base=1'),
    from('127.0.0.1', 'profile', 'local'),
    from('198.51.100.7', 'profile', 'local'),
    get('local', 'profile', 'an allowed range'),
    get(undefined, 'products', 'products without a token'),
    get(undefined, 'check', 'check without a token'),
    get(undefined, 'newOrder/1001/params', 'newOrder without a token'),
    get(undefined, 'content/x?a=%', 'a malformed request without a token'),
    ...CREDENTIAL_NAMES.slice(0, 9).map((name, index) =>
      order(`an order with ${name} in the URL`, 1001, `playerId=${index}&${name}=secret`),
    ),
  ],
};
