import { API, get, type Asked, type Group } from '../asked.js';

const LONG = 'products-wrapped?base=1';
const PATH = `${API}/${LONG}`;

const taking = (encodings: string, more: Partial<Asked> = {}): Asked =>
  get('buyer', LONG, `Accept-Encoding: ${encodings}`, {
    headers: { 'Accept-Encoding': encodings },
    ...more,
  });

const known = (name: string, tag: string, more: Partial<Asked> = {}): Asked =>
  get('buyer', LONG, name, { headers: { 'If-None-Match': tag }, ...more });

const withBrotli = taking('br');

/** Compressed forms, ETags and 304. */
export const ENCODINGS: Group = {
  name: 'encodings',
  rows: [
    { until: 'Content-Encoding,br', of: { ...withBrotli, name: 'brotli is ready' } },
    taking('identity', { keep: 'tag' }),
    taking('gzip', { keep: 'gzip tag' }),
    taking('br', { keep: 'br tag' }),
    taking('br, gzip'),
    taking('gzip, deflate, br'),
    taking('GZIP'),
    taking('gzip;q=0'),
    taking('gzip;q=0.001'),
    taking('gzip;q=0, br;q=0, *'),
    taking('*'),
    taking('*;q=0'),
    taking('deflate'),
    taking('x-gzip'),
    taking(';;,,'),
    get('buyer', 'categories', 'a short answer', { headers: { 'Accept-Encoding': 'gzip' } }),
    get('buyer', 'profile', 'profile', { headers: { 'Accept-Encoding': 'gzip, br' } }),
    get(undefined, 'integration', 'integration', { headers: { 'Accept-Encoding': 'gzip, br' } }),
    taking('gzip', { name: 'HEAD with gzip', method: 'HEAD' }),
    known('its tag', '«tag»'),
    known('its gzip tag', '«gzip tag»'),
    known('its br tag', '«br tag»'),
    known('its weak tag', 'W/«tag»'),
    known('its tag among others', '"a", «tag» , "b"'),
    known('any tag', '*'),
    known('another tag', '"other"'),
    known('a tag without quotes', 'other'),
    known('an empty tag', ''),
    known('its tag, by HEAD', '«tag»', { method: 'HEAD' }),
    known('its tag, by a bearer', '«tag»', {
      headers: { Authorization: 'Bearer «token:buyer»', 'If-None-Match': '«tag»' },
    }),
    get('gold', LONG, "another account's tag", { headers: { 'If-None-Match': '"a", «tag»' } }),
    { name: 'its tag and no token', path: PATH, headers: { 'If-None-Match': '«tag»' } },
    known('Cache-Control: no-cache', '«tag»', {
      headers: { 'If-None-Match': '«tag»', 'Cache-Control': 'no-cache' },
    }),
    known('If-Modified-Since', '', {
      headers: { 'If-Modified-Since': 'Thu, 01 Jan 2099 00:00:00 GMT' },
    }),
    known('a range', '', { headers: { Range: 'bytes=0-9' } }),
    known('If-Match', '', { headers: { 'If-Match': '"other"' } }),
    get('buyer', 'profile', 'any tag of a profile', { headers: { 'If-None-Match': '*' } }),
    get('buyer', 'content/11', 'content, with its tag', { keep: 'content' }),
    get('buyer', 'content/11', 'content, known', { headers: { 'If-None-Match': '«content»' } }),
    ...['text/html', 'application/xml', '*/*', 'image/*;q=0'].map((accept) =>
      get('buyer', 'categories', `Accept: ${accept}`, { headers: { Accept: accept } }),
    ),
  ],
};
