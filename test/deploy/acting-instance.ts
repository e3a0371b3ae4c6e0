import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What stands in its answers that are no success. */
export const OWN = { own: true };

/** Behaves at a proxy's other side as the path says: `/…/cut`, `/…/hang`, `/…/own/429`; else it answers its name. */
export class ActingInstance {
  ready = true;
  serving = true;
  /** The requests that it has cut. */
  readonly cut: string[] = [];

  private constructor(
    private readonly name: string,
    private readonly server: Server,
  ) {}

  static async start(name: string): Promise<ActingInstance> {
    const server = createServer();
    const instance = new ActingInstance(name, server);
    server.on('request', (request, response) => {
      instance.answer(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return instance;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private answer(
    { method = '', url = '', socket }: IncomingMessage,
    response: ServerResponse,
  ): void {
    const status = Number(/\/own\/(\d+)/.exec(url)?.[1] ?? 200);
    if (url.includes('/hang')) return;
    if (url.includes('/cut')) {
      this.cut.push(`${method} ${url}`);
      socket.destroy();
    } else if (url === '/health/ready') response.writeHead(this.ready ? 200 : 503).end();
    else if (url === '/health/serving') response.writeHead(this.serving ? 200 : 503).end();
    else {
      const body = status === 200 ? { instance: this.name } : OWN;
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    }
  }
}
