import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { OutgoingClient } from './outgoing.client.js';
import { SsrfGuard } from './ssrf-guard.js';

const LOCAL = [{ address: '127.0.0.1', family: 4 }];
const TURNED = [{ address: '10.0.0.1', family: 4 }];

let server: Server;
/** What the server has been asked for. */
let paths: string[];
/** Connections that the server has had. */
let connections: number;
/** How often the name was looked up. */
let lookups: number;
let answer: RequestListener;
/** A name of the server. */
let url: string;

beforeEach(async () => {
  [paths, connections, lookups] = [[], 0, 0];
  answer = (_request, response) => response.end('{}');
  server = createServer((request, response) => {
    paths.push(request.url ?? '');
    answer(request, response);
  });
  server.on('connection', () => connections++);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://shop.example:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Whose name leads to the server for the first so many lookups, and to a private address afterwards. */
function client(options: { keepAlive?: boolean } = {}, lookupsUntilTurned = Infinity) {
  const resolve = () => Promise.resolve(++lookups <= lookupsUntilTurned ? LOCAL : TURNED);
  // The server of the test stands for a public one.
  const guard = new SsrfGuard(() => Promise.resolve(lookups <= lookupsUntilTurned), resolve);
  return new OutgoingClient(guard, options);
}

async function body(outgoing: OutgoingClient, path = '/'): Promise<string> {
  return text((await outgoing.get(url + path, {})).body);
}

describe('a name that turns to a private address', () => {
  it('is not connected to again', async () => {
    const outgoing = client({}, 1);
    expect(await body(outgoing)).toBe('{}');
    await expect(body(outgoing)).rejects.toThrow('is not on the public internet (10.0.0.1)');
    expect(paths).toHaveLength(1);
  });

  it('is found when a kept connection has ended', async () => {
    const outgoing = client({ keepAlive: true }, 1);
    expect(await body(outgoing)).toBe('{}');
    answer = (_request, response) => response.setHeader('connection', 'close').end('{}');
    expect(await body(outgoing)).toBe('{}');
    await expect(body(outgoing)).rejects.toThrow('is not on the public internet (10.0.0.1)');
    expect([lookups, connections, paths.length]).toEqual([2, 1, 2]);
  });
});

it('each connection is looked up once, and leads to the address that was checked', async () => {
  const outgoing = client();
  await body(outgoing);
  await body(outgoing);
  expect([lookups, connections]).toEqual([2, 2]);
});

it('no redirect is followed', async () => {
  answer = (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end();
  const { head, body: rest } = await client().get(`${url}/first`, {});
  await text(rest);
  expect([head.statusCode, paths]).toEqual([302, ['/first']]);
});

it.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('an answer in %s is decompressed, and one that is cut fails', async (encoding, compressed) => {
  const bytes = compressed('["Souk"]');
  answer = (_request, response) => response.setHeader('content-encoding', encoding).end(bytes);
  expect(await body(client())).toBe('["Souk"]');
  answer = (_request, response) =>
    response.setHeader('content-encoding', encoding).end(bytes.subarray(0, -3));
  await expect(body(client())).rejects.toThrow(/unexpected end/);
});

it('a lookup is waited for no longer than its signal says', async () => {
  const stuck = new OutgoingClient({ addressesOf: () => new Promise(() => undefined) });
  const late = new AbortController();
  const sent = stuck.get(url, {}, late.signal);
  late.abort();
  await expect(sent).rejects.toThrow(/abort/);
});
