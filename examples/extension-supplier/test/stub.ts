import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const SECRET = 'of the supplier';

/** Stands for the supplier: it takes an order, delivers it when the test says so, and calls back. */
export class SupplierStub {
  readonly purchases = new Map<string, { state: string; code?: string }>();
  /** How often each order was bought and asked for. */
  readonly asked = new Map<string, number>();
  /** What a purchase waits for before it is answered. */
  beforeAnswer: (orderId: string) => Promise<void> = async () => {};
  private readonly server = createServer(async (request, response) => {
    request.resume();
    const orderId = (request.url ?? '').split('/').at(-1) ?? '';
    this.asked.set(
      `${request.method} ${orderId}`,
      (this.asked.get(`${request.method} ${orderId}`) ?? 0) + 1,
    );
    if (request.method === 'PUT') {
      if (!this.purchases.has(orderId)) this.purchases.set(orderId, { state: 'working' });
    }
    const purchase = this.purchases.get(orderId);
    const body = JSON.stringify(purchase ?? {});
    if (request.method === 'PUT') await this.beforeAnswer(orderId);
    response.writeHead(purchase ? 200 : 404).end(body);
  });

  async start() {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  finish(orderId: string) {
    this.purchases.set(orderId, { state: 'done', code: `CODE-${orderId}` });
  }

  stop() {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }
}

export const sign = (body: string, secret = SECRET) =>
  createHmac('sha256', secret).update(body).digest('hex');
