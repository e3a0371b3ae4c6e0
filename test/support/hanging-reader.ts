import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { API } from './book-pages.js';
import { RawConnection } from './raw-connection.js';
import type { TestAccount, TestShop } from './test-shop.js';
import { until } from './until.js';

/** A request for a list as it is written on a connection. */
export function written({ token }: TestAccount, path: string, version = '1.1'): string {
  return `GET ${API}/${path} HTTP/${version}\r\nHost: x\r\napi-token: ${token}\r\n\r\n`;
}

/** The answer to the next request, whose client takes nothing of it, however large the buffers of the system are. */
export function nextStuck({ app }: TestShop): Promise<ServerResponse> {
  const server: Server = app.getHttpServer();
  return new Promise((resolve) => {
    server.once('request', (_request: IncomingMessage, response: ServerResponse) => {
      const takeNothing = (): void => undefined;
      Object.assign(response.socket!, { _write: takeNothing, _writev: takeNothing });
      resolve(response);
    });
  });
}

/** A client that hangs after it has sent its request. */
export async function hangingReader(shop: TestShop, account: TestAccount, path: string) {
  const answer = nextStuck(shop);
  const connection = await RawConnection.open(shop.baseUrl);
  connection.write(written(account, path));
  const response = await answer;
  // As much as the server keeps for a client.
  await until(() => response.writableNeedDrain);
  return { connection, response };
}
