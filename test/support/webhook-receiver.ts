import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { until } from './until.js';

export interface ReceivedEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A message as it arrived. */
export interface Received {
  /** By `performance.now()`. */
  readonly at: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: ReceivedEvent;
}

/** A receiver of webhooks whose answers a test decides. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** HTTP statuses of the next answers; then 204. Undefined hangs up, 0 never answers. */
  readonly answers: (number | undefined)[] = [];
  /** Paths under which nothing is ever answered. */
  readonly silent = new Set<string>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => {
      void (async () => {
        let body = '';
        for await (const chunk of request) body += String(chunk);
        const event = JSON.parse(body) as ReceivedEvent;
        const { url: path = '', headers } = request;
        receiver.received.push({ at: performance.now(), path, headers, body, event });
        if (receiver.silent.has(path)) return;
        const status = receiver.answers.length > 0 ? receiver.answers.shift() : 204;
        if (status === undefined) request.socket.destroy();
        else if (status !== 0) response.writeHead(status).end();
      })();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  /** The address for a path; each test uses a path of its own. */
  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** Waits until so many messages have arrived under the path. @returns all that have */
  arrived(path: string, count: number): Promise<Received[]> {
    return until(() => {
      const found = this.received.filter((message) => message.path === path);
      return found.length >= count && found;
    });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Verifies the signature as a receiver would. @returns the event @throws WebhookVerificationError */
export function verified(secret: string, { body, headers }: Received): ReceivedEvent {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as ReceivedEvent;
}
