import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, type Reply } from './bot-shop.js';

/** An answer that sends its reader to another server. */
export function redirectTo(url: string): Reply {
  return { status: 302, body: '', headers: { Location: `${url}/client/api/profile` } };
}

/** A server that gives one answer to all requests, and remembers their tokens. */
export class AnotherServer {
  /** Empty for a request without a token. */
  readonly tokens: string[] = [];

  private constructor(private readonly server: Server) {}

  static async start(answer: Reply = json(200, { status: 'OK' })): Promise<AnotherServer> {
    const server = createServer();
    const another = new AnotherServer(server);
    server.on('request', ({ headers }, response) => {
      another.tokens.push(String(headers['api-token'] ?? ''));
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return another;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
