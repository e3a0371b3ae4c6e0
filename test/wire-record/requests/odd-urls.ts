import { API, get, type Asked, type Group } from '../asked.js';

const at = (path: string, name = path): Asked => ({ name, path, as: 'plain' });
const PROFILE = `${API}/profile`;

const FAULTS = [
  'a=%',
  'a=%zz',
  '%=a',
  '%zz=%zz',
  'a=%00',
  'a%00=b',
  'a=%ED%A0%80',
  'a=%C3',
  'a=%C3%28',
  'a=%F5%80%80%80',
  'a=%u0041',
  'a=1&a=1',
  '&&&',
  '=',
  '=&=',
  '?',
  '??a=1',
  'a=b=c',
  'a;b',
  'a[b][c]=1',
  '__proto__[x]=1',
  'constructor.prototype=1',
  '%F0%9F%8E%AE=%D8%B4',
];

/** Malformed and unusual URLs. */
export const ODD_URLS: Group = {
  name: 'odd-urls',
  rows: [
    ...FAULTS.map((query) => at(`${PROFILE}?${query}`, `?${query}`)),
    at(`${PROFILE}?`, 'nothing behind the mark'),
    at(`${PROFILE}#fragment`, 'a fragment'),
    at(`${PROFILE}?a=#x`, 'a fragment in the query'),
    ...['%', '%zz', '%E0%A4%A', '%2F', '%2e%2e', '..', '.', '%00', '%0d%0aX:%20y', ';a=1', '*'].map(
      (segment) => at(`${API}/content/${segment}`, `content/${segment}`),
    ),
    at('/client/api/../api/ping'),
    at('/client/api/%2e%2e/api/ping'),
    at('/client%2Fapi%2Fping'),
    at('/%63lient/api/ping'),
    at('/client/api/ping%20'),
    at('/client/api/ping%00'),
    at('/client/api/ping;jsessionid=1'),
    at('/client/api/ping.json'),
    at('/client\\api\\ping'),
    at('http://other.example/client/api/ping', 'a whole URL'),
    at('http://other.example//client//api/ping?x=http://y', 'a whole URL with more slashes'),
    at('http://other.example', 'a whole URL without a path'),
    at('*', 'an asterisk'),
    at('client/api/ping', 'no slash in front'),
    at(`${PROFILE}?a=`.padEnd(32 * 1024, 'x'), '32 KiB'),
    at(`${PROFILE}?a=`.padEnd(32 * 1024 + 1, 'x'), '32 KiB and one byte'),
    at(`${PROFILE}?a=`.padEnd(70_000, 'x'), '70,000 bytes'),
    at(`/${'a/'.repeat(8_000)}`, '8,000 segments'),
    at(`${API}${'/'.repeat(8_000)}ping`, '8,000 slashes'),
    at(`${PROFILE}?${'a&'.repeat(100)}`, '100 names'),
    at(`${PROFILE}?${'a&'.repeat(101)}`, '101 names'),
    at(`${PROFILE}?${'&'.repeat(20_000)}`, '20,000 times nothing'),
    get('plain', 'profile', 'many headers', {
      headers: Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`x-${n}`, '1'])),
    }),
    get('plain', 'profile', 'a header of 30,000 bytes', {
      headers: { 'x-long': 'x'.repeat(30_000) },
    }),
    get('plain', 'profile', 'headers that are too long', {
      headers: { 'x-long': 'x'.repeat(70_000) },
    }),
  ],
};
