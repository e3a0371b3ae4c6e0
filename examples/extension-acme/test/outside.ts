import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { ShopEvent } from 'souk';

/** Stands for what the extension calls: one HTTP server that is supplier and sink. */
export class Outside {
  /** The events that were posted, with the idempotency key of each. */
  readonly events: { readonly key: unknown; readonly event: ShopEvent }[] = [];
  isDown = false;
  private readonly codes = new Map<string, string>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      void this.answerTo(request).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      });
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answerTo(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const body = await json(request);
    if (this.isDown) return { status: 503, body: {} };
    if (request.url === '/sink') {
      this.events.push({ key: request.headers['idempotency-key'], event: body as ShopEvent });
      return { status: 200, body: {} };
    }
    return this.purchase(request.url ?? '', body as { sku: string });
  }

  /** One code per order, however often it is asked for. The supplier has run out of one sku. */
  private purchase(path: string, { sku }: { sku: string }): { status: number; body: object } {
    if (sku === 'GONE') return { status: 409, body: {} };
    const code = this.codes.get(path) ?? `${sku}-${this.codes.size + 1}`;
    this.codes.set(path, code);
    return { status: 200, body: { codes: [code] } };
  }
}
