import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestAccount, TestShop } from '../../../support/test-shop.js';
import { smugglingForms } from './forms.js';
import { workerShop } from '../../../support/worker-shop.js';

/** Between two questions whether the server still works on a request. */
const INTERVAL_MS = 2;
/** A POST's body is read for fields. */
const FORM = 'application/x-www-form-urlencoded';
const STATUS_LINE = /HTTP\/1\.1 (\d{3}) /g;

/** What happened on one connection. */
interface Outcome {
  /** Requests that the server began to handle, by their URLs. */
  readonly urls: readonly string[];
  /** The status of every answer on the connection. */
  readonly statuses: readonly number[];
}

let shop: TestShop;
let account: TestAccount;
let product: number;

beforeAll(async () => {
  shop = await workerShop();
  account = await shop.account({ balance: '1000000' });
  product = await shop.product({ price: '1' });
});

/** The head of an order, without the empty line. */
function orderHead(method: string, uuid: string): string {
  const url = `/client/api/newOrder/${product}/params?order_uuid=${uuid}`;
  const headers = ['Host: x', `api-token: ${account.token}`, `Content-Type: ${FORM}`];
  return `${method} ${url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n`;
}

/**
 * Sends bytes on a connection of their own, ends it when everything that began has been answered, and waits until the
 * server has closed it, too. A connection on which no request began must be closed by the server.
 * @param unfinished ends the connection right behind the bytes
 */
async function outcomeOf(bytes: string, unfinished: boolean): Promise<Outcome> {
  const urls: string[] = [];
  const server: Server = shop.app.getHttpServer();
  let running = 0;
  const begun = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.socket.remotePort !== socket.localPort) return;
    urls.push(request.url ?? '');
    running += 1;
    response.once('close', () => (running -= 1));
  };
  // Node emits another event for a request with an unknown Expect header.
  for (const event of ['request', 'checkExpectation']) server.on(event, begun);
  const { hostname, port } = new URL(shop.baseUrl);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  const closed = once(socket, 'close');
  let answers = '';
  socket.on('data', (text: string) => (answers += text));
  // A refused connection may be reset.
  socket.on('error', () => undefined);
  socket.write(bytes, 'latin1');
  if (unfinished) socket.end();
  else {
    while (!socket.closed && (urls.length === 0 || running > 0)) await wait(INTERVAL_MS);
    socket.end();
  }
  await closed;
  while (running > 0) await wait(INTERVAL_MS);
  for (const event of ['request', 'checkExpectation']) server.off(event, begun);
  const statuses = [...answers.matchAll(STATUS_LINE)].map(([, status]) => Number(status));
  return { urls, statuses: statuses.filter((status) => status !== 100) };
}

/** Which of some order_uuids have an order. */
async function ordered(...uuids: string[]): Promise<string[]> {
  const rows = await shop.db.query<{ order_uuid: string }>(
    'SELECT order_uuid FROM order_keys WHERE order_uuid = ANY ($1)',
    [uuids],
  );
  return rows.map(({ order_uuid: uuid }) => uuid);
}

describe('a request hidden in another one', () => {
  it('would be seen here: one that stands behind another one is a second order', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const bytes = [first, second].map((uuid) => `${orderHead('GET', uuid)}\r\n`).join('');
    const { urls, statuses } = await outcomeOf(bytes, false);
    expect([urls.length, statuses]).toEqual([2, [200, 200]]);
    expect((await ordered(first, second)).sort()).toEqual([first, second].sort());
  });

  describe.each(['GET', 'POST'])('of %s', (method) => {
    const names = smugglingForms('').map(({ name }) => name);

    it.each(names)('is never asked: %s', async (name) => {
      const [uuid, hiddenUuid] = [randomUUID(), randomUUID()];
      const hidden = `${orderHead('GET', hiddenUuid)}\r\n`;
      const form = smugglingForms(hidden).find((candidate) => candidate.name === name)!;
      const { start = (text: string) => text, framing, body, unfinished = false } = form;
      const bytes = `${start(orderHead(method, uuid))}${framing}\r\n${body}`;
      const { urls, statuses } = await outcomeOf(bytes, unfinished);
      expect(urls.filter((url) => url.includes(hiddenUuid))).toEqual([]);
      expect(await ordered(hiddenUuid)).toEqual([]);
      // One request, or none and the connection is closed with at most one refusal.
      expect(urls.length).toBeLessThanOrEqual(1);
      expect(statuses.filter((status) => status < 400).length).toBeLessThanOrEqual(1);
      expect(statuses.slice(1).every((status) => status >= 400)).toBe(true);
      expect(statuses.length).toBeLessThanOrEqual(2);
    });
  });
});

it.each([
  ['gzip, chunked', 400],
  ['identity, chunked', 400],
  ['chunked', 200],
  ['CHUNKED', 200],
])('an order whose body has the transfer encoding %s is answered %i', async (coding, status) => {
  const uuid = randomUUID();
  const framing = `Transfer-Encoding: ${coding}\r\n\r\n0\r\n\r\n`;
  const { statuses } = await outcomeOf(orderHead('POST', uuid) + framing, false);
  expect([statuses, await ordered(uuid)]).toEqual([[status], status === 200 ? [uuid] : []]);
});
