import { API, key, type Group, type RawAsked } from '../asked.js';

const END = '\r\n\r\n';
const LAST = 'Host: x\r\nConnection: close';
const TOKEN = 'api-token: «token:poster»';
const ORDER = `${API}/newOrder/1003/params?order_uuid=`;
const FORM = 'Content-Type: application/x-www-form-urlencoded';

/** A request with these lines, the last of its connection. */
function last(name: string, start: string, ...lines: string[]): RawAsked {
  return { name, raw: [start, LAST, ...lines].join('\r\n') + END };
}

const ping = (name: string, ...lines: string[]): RawAsked =>
  last(name, `GET ${API}/ping HTTP/1.1`, ...lines);

function chunked(name: string, body: string, ...lines: string[]): RawAsked {
  const start = `POST ${API}/newOrder/1003/params HTTP/1.1`;
  const head = [start, LAST, TOKEN, FORM, 'Transfer-Encoding: chunked', ...lines].join('\r\n');
  return { name, raw: `${head}${END}${body}` };
}

const form = (number: number): string => `order_uuid=${key(number)}`;
const size = (text: string): string => text.length.toString(16);
const chunk = (text: string): string => `${size(text)}\r\n${text}\r\n`;

/** Bytes that no client library would send. */
export const RAW: Group = {
  name: 'raw',
  rows: [
    ping('a plain request'),
    { name: 'HTTP/1.0', raw: `GET ${API}/ping HTTP/1.0${END}` },
    { name: 'HTTP/1.0 with a token', raw: `GET ${API}/profile HTTP/1.0\r\n${TOKEN}${END}` },
    { name: 'no Host', raw: `GET ${API}/ping HTTP/1.1\r\nConnection: close${END}` },
    { name: 'two Hosts', raw: `GET ${API}/ping HTTP/1.1\r\nHost: a\r\n${LAST}${END}` },
    last('a whole URL', `GET http://other.example//client/api/ping HTTP/1.1`),
    ping('an odd expectation', 'Expect: tea'),
    ping('a line that is continued', 'x-a: 1\r\n  2'),
    ping('a space before the colon', 'x-a : 1'),
    ping('no colon', 'nonsense'),
    ping('an empty name', ': 1'),
    ping('a NUL in a header', 'x-a: a\0b'),
    ping('bytes that are no ASCII in a header', 'x-a: \xff\xfe'),
    ping('a bare line feed in a header', 'x-a: 1\nx-b: 2'),
    ping('an upgrade', 'Connection: Upgrade', 'Upgrade: websocket'),
    ping('an upgrade to HTTP/2', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c'),
    { name: 'the preface of HTTP/2', raw: `PRI * HTTP/2.0${END}SM${END}` },
    { name: 'TLS', raw: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' },
    { name: 'no method', raw: `${END}nonsense${END}` },
    { name: 'no version', raw: `GET ${API}/ping${END}` },
    { name: 'a version that is not', raw: `GET ${API}/ping HTTP/9.9\r\n${LAST}${END}` },
    { name: 'a method that is not', raw: `BREW ${API}/ping HTTP/1.1\r\n${LAST}${END}` },
    { name: 'a method in lower case', raw: `get ${API}/ping HTTP/1.1\r\n${LAST}${END}` },
    last('CONNECT', 'CONNECT other.example:443 HTTP/1.1'),
    last('TRACE', `TRACE ${API}/ping HTTP/1.1`),
    last('OPTIONS for all', 'OPTIONS * HTTP/1.1'),
    last('a NUL in the path', `GET ${API}/ping?a=\0 HTTP/1.1`),
    last('a space in the path', `GET ${API}/ping ?a HTTP/1.1`),
    last('a tab in the path', `GET ${API}/ping?a=\t HTTP/1.1`),
    last('UTF-8 in the path', `GET ${API}/content/\xd9\xa1 HTTP/1.1`, TOKEN),
    last('UTF-8 in the query', `GET ${API}/profile?a=\xd8\xb4 HTTP/1.1`, TOKEN),
    last('bytes that are no UTF-8 in the query', `GET ${API}/profile?a=\xff HTTP/1.1`, TOKEN),
    last('quotes and brackets in the query', `GET ${API}/check?orders=["a"] HTTP/1.1`, TOKEN),
    { name: 'line feeds alone', raw: `GET ${API}/ping HTTP/1.1\nHost: x\nConnection: close\n\n` },
    {
      name: 'three requests at once',
      raw:
        `GET ${API}/ping HTTP/1.1\r\nHost: x${END}GET ${API}/profile HTTP/1.1\r\nHost: x\r\n${TOKEN}${END}` +
        `GET /nothing HTTP/1.1\r\n${LAST}${END}`,
    },
    {
      name: 'stray bytes behind an order',
      raw: `GET ${ORDER}${key(7_001)} HTTP/1.1\r\nHost: x\r\n${TOKEN}${END}{"stray":"body"}`,
    },
    chunked('chunks', `${chunk(form(7_002))}0${END}`),
    chunked('many chunks', [...form(7_003)].map(chunk).join('') + `0${END}`),
    chunked('a chunk without a size', `x\r\n`),
    chunked('a chunk extension', `${size(form(7_004))};x=y\r\n${form(7_004)}\r\n0${END}`),
    chunked('a trailer', `${chunk(form(7_005))}0\r\napi-token: wrong${END}`),
    chunked('a length too', `${chunk(form(7_007))}0${END}`, 'Content-Length: 5'),
    chunked('an encoding in front', `${chunk(form(7_008))}0${END}`, 'Transfer-Encoding: gzip'),
    last('two lengths', `GET ${API}/ping HTTP/1.1`, 'Content-Length: 1', 'Content-Length: 2'),
    last('a length that is no number', `GET ${API}/ping HTTP/1.1`, 'Content-Length: x'),
    last('a negative length', `GET ${API}/ping HTTP/1.1`, 'Content-Length: -1'),
    last(
      'a length with a sign',
      `POST ${ORDER}${key(7_009)} HTTP/1.1`,
      TOKEN,
      'Content-Length: +5',
    ),
    last('an unknown encoding', `GET ${API}/ping HTTP/1.1`, 'Transfer-Encoding: snow'),
    {
      name: 'a continue',
      raw:
        `POST ${API}/newOrder/1003/params HTTP/1.1\r\n${LAST}\r\n${TOKEN}\r\n${FORM}\r\n` +
        `Expect: 100-continue\r\nContent-Length: ${form(7_010).length}${END}${form(7_010)}`,
    },
    {
      name: 'a request in the body of a GET',
      raw: `GET ${API}/ping HTTP/1.1\r\n${LAST}\r\nContent-Length: 40${END}${'GET /nothing HTTP/1.1'.padEnd(40)}`,
    },
  ],
};
