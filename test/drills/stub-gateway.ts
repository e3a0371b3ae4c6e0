import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from '../support/random.js';

/** Of so many calls for a refund, one is answered at once. */
const FAILING = 0.7;

/**
 * A payment gateway, which does each refund once however often it is asked. Most calls fail: some before it is done, some
 * afterwards, and some by a cut connection.
 */
export class StubGateway {
  /** Keys of the refunds that were done. */
  readonly refunded = new Set<string>();
  /** Calls for a refund that have failed. */
  failed = 0;
  private readonly server: Server;

  private constructor(private readonly random: Random) {
    this.server = createServer((request, response) => {
      request.resume();
      const refund = /^\/refunds\/(.+)$/.exec(request.url ?? '')?.[1];
      if (refund === undefined) response.end('{}');
      else this.refund(refund, response);
    });
  }

  static async start(random: Random): Promise<StubGateway> {
    const gateway = new StubGateway(random);
    gateway.server.listen(0, '127.0.0.1');
    await once(gateway.server, 'listening');
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private refund(key: string, response: ServerResponse): void {
    if (!this.random.chance(FAILING)) {
      this.refunded.add(key);
      response.end('{}');
      return;
    }
    this.failed++;
    if (this.random.chance(0.5)) this.refunded.add(key);
    if (this.random.chance(0.5)) response.destroy();
    else response.writeHead(503).end();
  }
}
