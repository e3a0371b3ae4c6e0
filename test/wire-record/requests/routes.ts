import { API, get, key, type Asked, type Group } from '../asked.js';

const METHODS = ['HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ORDER = `newOrder/1001/params?order_uuid=${key(3)}&playerId=1`;
const PANEL = 'https://panel.example';

const at = (path: string, name = path, more: Partial<Asked> = {}): Asked => ({
  name,
  path,
  as: 'plain',
  ...more,
});

function preflight(name: string, headers: Record<string, string>, path = `${API}/profile`): Asked {
  return { name, path, method: 'OPTIONS', headers };
}

const ASKS = { 'Access-Control-Request-Method': 'GET' };

/** Which paths and methods there are, and who may call from a browser. */
export const ROUTES: Group = {
  name: 'routes',
  rows: [
    ...['ping', 'profile', 'products', ORDER, `newOrder/1001?order_uuid=${key(3)}`].flatMap(
      (route) =>
        METHODS.filter((method) => method !== 'POST' || !route.startsWith('newOrder')).map(
          (method) => get('plain', route, `${method} ${route}`, { method }),
        ),
    ),
    ...['check?orders=[]', 'integration', 'content/0', 'catalog', 'tree', 'categories/all'].map(
      (route) => get('plain', route, `HEAD ${route}`, { method: 'HEAD' }),
    ),
    get('plain', `check?orders=${key(3)}&uuid=1&seal=1`, 'HEAD that would seal', {
      method: 'HEAD',
    }),
    ...['sec-purpose', 'purpose', 'x-moz'].flatMap((name) => [
      get('plain', ORDER, `an order with ${name}`, { headers: { [name]: 'prefetch' } }),
      get('plain', `check?orders=${key(3)}&uuid=1&seal=1`, `sealing with ${name}`, {
        headers: { [name]: 'PREFETCH;anonymous-client-ip' },
      }),
    ]),
    get('plain', 'products?base=1', 'products, fetched ahead', {
      headers: { 'Sec-Purpose': 'prefetch' },
    }),
    ...['/', '/client', '/client/api', '/client/api/', '/favicon.ico', '/metrics', '/nothing'].map(
      (path) => at(path),
    ),
    at('/client/api/nothing', 'an unknown route without a token', {}),
    { name: 'an unknown route, nobody', path: '/client/api/nothing' },
    at('/client/api/newOrder'),
    at('/client/api/content'),
    at('/client/api/categories/1'),
    at('/client/api/products/1001'),
    at('/client/api/PRODUCTS?base=1'),
    at('/Client/Api/Profile'),
    ...[`${API}/profile/`, `//client//api///profile`, `${API}/profile//`, `${API}//ping/`].map(
      (path) => at(path),
    ),
    at(`${API}/check//?orders=[]`),
    at(`${API}/newOrder/1001/?order_uuid=x`),
    at(`${API}/newOrder//1001//params//?order_uuid=x`),
    at(`${API}/newOrder/1001/params/more?order_uuid=x`),
    ...['/health/live', '/health/ready', '/health/', '/health'].map((path) => ({
      name: path,
      path,
    })),
    { name: 'an image', path: '/images/games.svg' },
    { name: 'an image that is not there', path: '/images/nothing.svg' },
    { name: 'a way out of the images', path: '/images/..%2f..%2fpackage.json' },
    { name: 'a hidden file', path: '/images/.htaccess' },
    preflight('an allowed preflight', { Origin: PANEL, ...ASKS }),
    preflight('an allowed preflight of newOrder', { Origin: PANEL, ...ASKS }, `${API}/${ORDER}`),
    preflight('an allowed preflight of nothing', { Origin: PANEL, ...ASKS }, '/nothing'),
    preflight('a preflight with headers', {
      Origin: 'https://other.example',
      'Access-Control-Request-Headers': 'api-token, x-evil',
      ...ASKS,
    }),
    preflight('a foreign preflight', { Origin: 'https://evil.example', ...ASKS }),
    preflight('an origin without a preflight', { Origin: PANEL }),
    preflight('a preflight without an origin', ASKS),
    ...[PANEL, 'https://evil.example', 'null', `${PANEL}.evil.example`].flatMap((origin) => [
      get('plain', 'profile', `profile for ${origin}`, { headers: { Origin: origin } }),
      get(undefined, 'profile', `an error for ${origin}`, { headers: { Origin: origin } }),
    ]),
    get('plain', 'categories', 'categories for an origin', { headers: { Origin: PANEL } }),
    ...['mine-1', 'a'.repeat(64), 'a'.repeat(65), 'with space', ''].map((id) =>
      get(undefined, 'ping', `the request id ${id}`, { headers: { 'X-Request-Id': id } }),
    ),
  ],
};
