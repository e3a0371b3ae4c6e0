import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { vi } from 'vitest';
import { UnsentAnswers } from '../../../src/common/http/connection/unsent-answers.js';
import { OrderLookup, type CheckAnswer } from '../../../src/orders/order-lookup.service.js';
import { RawConnection } from '../../support/raw-connection.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';
import { workerShop } from '../../support/worker-shop.js';

/** Short time-outs, so that the tests wait for a short time; none is asserted. */
const SHORT = {
  HEADERS_TIMEOUT_SECONDS: '1',
  REQUEST_TIMEOUT_SECONDS: '2',
  WRITE_TIMEOUT_SECONDS: '1',
};

let shop: TestShop;

beforeAll(async () => {
  // A shop of its own: its time-outs are short.
  shop = await startTestShop(SHORT);
});

afterAll(() => shop.close());

function serverOf({ app }: TestShop): Server {
  return app.getHttpServer();
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => {
      if (error) reject(error);
      else resolve(count);
    });
  });
}

describe('pipelined requests', () => {
  it('are begun one after the other, however many come in one write', async () => {
    // With the usual time-outs: a read may end within a request, whose rest is not read before all others are answered.
    const patient = await workerShop();
    let running = 0;
    let mostRunning = 0;
    const server = serverOf(patient);
    const count = (_request: IncomingMessage, response: ServerResponse): void => {
      // Node gives an answer the socket when it is its turn; the listener of the application runs before this one.
      if (response.headersSent && response.socket === null) running++;
      mostRunning = Math.max(mostRunning, running);
    };
    server.on('request', count);
    const connection = await RawConnection.open(patient.baseUrl);
    const requests = 1_000;
    connection.write('GET /client/api/ping HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests - 1));
    connection.write('GET /client/api/ping HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    const text = await connection.untilClosed();
    server.off('request', count);

    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(requests);
    expect(mostRunning).toBe(0);
  });

  it('are all answered, when a part of another one behind them is not complete in time', async () => {
    const { token } = await shop.account();
    const gate = Promise.withResolvers<CheckAnswer>();
    const check = vi.spyOn(shop.service(OrderLookup), 'check').mockReturnValue(gate.promise);
    const connection = await RawConnection.open(shop.baseUrl);
    const timedOut = once(serverOf(shop), 'clientError');
    const ping = 'GET /client/api/ping HTTP/1.1\r\nHost: x\r\n\r\n';
    connection.write(
      `GET /client/api/check?orders=[ID_0000000000000000] HTTP/1.1\r\nHost: x\r\napi-token: ${token}\r\n\r\n` +
        `${ping}${ping.slice(0, 10)}`,
    );
    expect(await timedOut).toMatchObject([{ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, {}]);
    connection.write(ping.slice(10));
    gate.resolve({ data: [] });
    const text = await connection.untilClosed();
    check.mockRestore();

    expect(text.match(/"data":\[\]|pong|HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 200',
      '"data":[]',
      'HTTP/1.1 200',
      'pong',
    ]);
  });

  it('are answered in their order, orders among them', async () => {
    const { token } = await shop.account({ balance: '10' });
    const product = await shop.product({ price: '1' });
    const connection = await RawConnection.open(shop.baseUrl);
    const uuids = [1, 2, 3].map(() => randomUUID());
    const [first, second, third] = uuids.map(
      (uuid) =>
        `GET /client/api/newOrder/${product}?order_uuid=${uuid} HTTP/1.1\r\nHost: x\r\napi-token: ${token}\r\n\r\n`,
    );
    const ping = 'GET /client/api/ping HTTP/1.1\r\nHost: x\r\n\r\n';
    connection.write(`${first}${ping}${second}${ping}${third}`);
    connection.read();
    await until(() => (connection.text.match(/"status":"wait"/g) ?? []).length === 3);

    const kinds = connection.text.match(/pong|"status":"wait"/g);
    expect(kinds).toEqual([
      '"status":"wait"',
      'pong',
      '"status":"wait"',
      'pong',
      '"status":"wait"',
    ]);
    connection.destroy();
  });
});

describe('an incomplete request', () => {
  const half = 'POST /client/api/newOrder/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n';

  it('is destroyed when its client ends it', async () => {
    const { token } = await shop.account();
    const head = `${half}Content-Type: application/json\r\napi-token: ${token}\r\n\r\n`;
    for (const text of [`${head}{"a":1,`, `${half.replace('POST', 'GET')}\r\n{"a":1,`, half]) {
      const connection = await RawConnection.open(shop.baseUrl);
      connection.write(text);
      connection.end();
      await connection.untilClosed();
    }

    await until(async () => (await connectionsOf(serverOf(shop))) === 0);
  });

  it.concurrent('whose body does not arrive in time is 408', async () => {
    const { token } = await shop.account();
    const connection = await RawConnection.open(shop.baseUrl);
    connection.write(`${half}Content-Type: application/json\r\napi-token: ${token}\r\n\r\n{"a":1,`);
    const text = await connection.untilClosed();

    expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(text).toMatch(/\r\nX-Request-Id: ./);
    expect(text).toContain('"code":111');
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it.concurrent('whose headers do not arrive in time is 408, also after others', async () => {
    for (const before of ['', 'GET /client/api/ping HTTP/1.1\r\nHost: x\r\n\r\n']) {
      const connection = await RawConnection.open(shop.baseUrl);
      connection.write(`${before}GET /client/api/ping HTTP/1.1\r\nHost: `);
      const text = await connection.untilClosed();

      expect(text).toMatch(/HTTP\/1\.1 408 Request Timeout\r\n/);
      expect(text).toContain('"code":111');
      expect(text.match(/pong/g)?.length ?? 0).toBe(before === '' ? 0 : 1);
    }
  });

  it.concurrent('behind an answer is ended without a second answer', async () => {
    const connection = await RawConnection.open(shop.baseUrl);
    connection.write('GET /client/api/ping HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc');
    const text = await connection.untilClosed();

    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });

  it.concurrent('that was never begun is ended without a word', async () => {
    const connection = await RawConnection.open(shop.baseUrl);

    expect(await connection.untilClosed()).toBe('');
  });

  it.concurrent('orders nothing, whatever its URL says', async () => {
    const account = await shop.account({ balance: '10' });
    const product = await shop.product({ price: '1' });
    const uuid = randomUUID();
    const connection = await RawConnection.open(shop.baseUrl);
    connection.write(
      `POST /client/api/newOrder/${product}?order_uuid=${uuid} HTTP/1.1\r\nHost: x\r\n` +
        `api-token: ${account.token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
    );
    await connection.untilClosed();

    const { json } = await account.api(`/client/api/check?orders=${uuid}&uuid=1`);
    expect(json).toMatchObject({ data: [] });
  });
});

describe('connections beyond the limit', () => {
  const ping = 'GET /client/api/ping HTTP/1.1\r\nHost: x\r\n\r\n';
  let small: TestShop;

  beforeAll(async () => {
    // A shop of its own: it takes few connections only.
    small = await startTestShop({ MAX_CONNECTIONS: '10' });
  });
  afterAll(() => small.close());

  it.each([
    ['idle after a request', ping],
    ['silent', ''],
    ['in the middle of their first request', 'GET /client/api/ping HTTP/1.1\r\nHost: '],
  ])('take the place of those that are %s', async (_, sent) => {
    const held = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const connection = await RawConnection.open(small.baseUrl);
        connection.write(sent);
        connection.read();
        if (sent === ping) await until(() => connection.text.includes('pong'));
        return connection;
      }),
    );
    for (let count = 0; count < 20; count++) {
      const honest = await RawConnection.open(small.baseUrl);
      held.push(honest);
      honest.write(ping);
      honest.read();
      await until(() => honest.text.includes('pong'));
    }
    for (const connection of held) connection.destroy();
    await until(async () => (await connectionsOf(serverOf(small))) === 0);
  });
});

describe('an answer whose client has gone', () => {
  it('is not counted as waiting', () => {
    const unsent = new UnsentAnswers({ stallMs: 1_000, bytes: 1_000 });
    const response = { closed: true, listenerCount: () => 0 } as unknown as ServerResponse;
    unsent.hold(response, { body: {}, byteLength: 10, accountId: 1 });

    expect(unsent.byteLength).toBe(0);
  });
});

describe('a tunnel that is asked for behind an order', () => {
  it('does not hide its answer', async () => {
    const { token } = await shop.account({ balance: '10' });
    const product = await shop.product({ price: '1' });
    const connection = await RawConnection.open(shop.baseUrl);
    const path = `/client/api/newOrder/${product}?order_uuid=${randomUUID()}`;
    const order = `GET ${path} HTTP/1.1\r\nHost: x\r\napi-token: ${token}\r\n\r\n`;
    connection.write(`${order}CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`);

    expect(await connection.untilClosed()).toContain('"status":"wait"');
  });
});
