import type { Server } from 'node:http';
import { MAX_WAITING_REQUESTS } from '../../../src/common/http/connection/pipelining.js';
import { RawConnection } from '../../support/raw-connection.js';
import { startTestShop, type TestShop } from '../../support/test-shop.js';
import { until } from '../../support/until.js';

/** Short time-outs, so that the tests wait for a short time; none is asserted. */
const SHORT = {
  HEADERS_TIMEOUT_SECONDS: '1',
  REQUEST_TIMEOUT_SECONDS: '2',
  WRITE_TIMEOUT_SECONDS: '1',
};

let shop: TestShop;

beforeAll(async () => {
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
  it('are not read on while their client reads nothing', async () => {
    const connection = await RawConnection.open(shop.baseUrl);
    let seen = 0;
    const count = (): void => {
      seen++;
    };
    serverOf(shop).on('request', count);
    const megabytes = 16;
    const one = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
    for (let index = 0; index < megabytes; index++) {
      connection.write(one.repeat(Math.ceil(1024 ** 2 / one.length)));
    }
    // The server closes a connection that does not read for longer than the time-out.
    await until(async () => (await connectionsOf(serverOf(shop))) === 0);
    serverOf(shop).off('request', count);

    // Two reads of 64 KiB at most, however much was sent.
    expect(seen).toBeLessThan((3 * 65_536) / one.length);
    connection.destroy();
  });

  it('of too many clients at once are not even looked at, and nobody else is cut', async () => {
    let seen = 0;
    const count = (): void => {
      seen++;
    };
    const ping = 'GET /client/api/ping HTTP/1.1\r\nHost: x\r\n\r\n';
    const inOneRead = Math.floor(65_536 / ping.length);
    const greedy = await Promise.all(
      Array.from({ length: 40 }, () => RawConnection.open(shop.baseUrl)),
    );
    serverOf(shop).on('request', count);
    const last = ping.replace('Host', 'Connection: close\r\nHost');
    for (const connection of greedy) connection.write(`${ping.repeat(inOneRead - 2)}${last}`);
    const modest = await RawConnection.open(shop.baseUrl);
    modest.write(ping.repeat(4));
    modest.read();
    await until(() => modest.text.match(/pong/g)?.length === 4);
    for (const connection of greedy) connection.read();
    // All connections end, also those whose requests the server has not read.
    await until(async () => (await connectionsOf(serverOf(shop))) === 1);
    serverOf(shop).off('request', count);

    expect(seen).toBeLessThan(MAX_WAITING_REQUESTS + 2 * inOneRead + 40 * 10);
    modest.destroy();
  });
});

describe('a client that does not read', () => {
  it('is cut, whatever it asked for', async () => {
    const products = Array.from({ length: 2_000 }, (_, index) => index + 100_000);
    await shop.db.query(
      `INSERT INTO products (id, category_id, name, price, product_type)
       SELECT id, $2, repeat('x', 200), 1, 'amount' FROM unnest($1::integer[]) AS id`,
      [products, await shop.category()],
    );
    const { token, api } = await shop.account();
    const paths = ['products', 'catalog', `products?products_id=${products.join(',')}`];
    for (const path of paths) {
      // The second time it comes from the fast path, where there is one.
      for (let time = 0; time < 2; time++) {
        const connection = await RawConnection.open(shop.baseUrl);
        const request = `GET /client/api/${path} HTTP/1.1\r\nHost: x\r\napi-token: ${token}\r\n\r\n`;
        // Several, since the operating systems take a few megabytes.
        connection.write(request.repeat(16));
        await until(async () => (await connectionsOf(serverOf(shop))) > 0);
        await until(async () => (await connectionsOf(serverOf(shop))) <= 1);
        connection.destroy();
      }
    }

    expect((await api('/client/api/ping')).status).toBe(200);
  });
});

describe('a client that reads no heads', () => {
  it('is cut, too', async () => {
    const { token, api } = await shop.account();
    const { headers } = await api('/client/api/products');
    const request =
      `GET /client/api/products HTTP/1.1\r\nHost: x\r\napi-token: ${token}\r\n` +
      `If-None-Match: ${String(headers.etag)}\r\n\r\n`;
    const connection = await RawConnection.open(shop.baseUrl);
    connection.write(request.repeat(60_000));
    await until(async () => (await connectionsOf(serverOf(shop))) > 1);
    await until(async () => (await connectionsOf(serverOf(shop))) <= 1);
    connection.destroy();
  });
});
