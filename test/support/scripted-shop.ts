import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** One call to a scripted shop. */
export interface Call {
  /** Such as `check` or `newOrder/7/params`. */
  readonly route: string;
  readonly query: URLSearchParams;
  readonly via: string | undefined;
}

/** A body that is sent as it is, in pieces, with headers of its own. */
export class RawReply {
  constructor(
    readonly pieces: Iterable<Buffer | string> | AsyncIterable<Buffer | string>,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** A body; the text `cut` breaks the connection instead, and `missing` answers 404. */
export type Reply = object | string | RawReply | Promise<object | string>;

/** A server of this API whose answers a test decides, and which records the calls. */
export class ScriptedShop {
  readonly calls: Call[] = [];
  /** Answers a call. */
  answer: (call: Call) => Reply = () => ({ status: 'ERROR', code: 500, message: 'no script' });

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ScriptedShop> {
    const server = createServer();
    const shop = new ScriptedShop(server);
    server.on('request', (request, response) => {
      const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://shop');
      const route = pathname.replace('/client/api/', '');
      const via = request.headers['souk-via']?.toString();
      const call = { route, query, via };
      shop.calls.push(call);
      void Promise.resolve(shop.answer(call)).then((reply) => {
        if (reply === 'cut') response.destroy();
        else if (reply === 'missing') response.writeHead(404).end();
        else if (reply instanceof RawReply) {
          response.writeHead(200, reply.headers);
          // The client may close the connection before the end.
          pipeline(Readable.from(reply.pieces), response).catch(() => undefined);
        } else response.end(typeof reply === 'string' ? reply : JSON.stringify(reply));
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return shop;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** How often newOrder was called. */
  get sends(): number {
    return this.calls.filter(({ route }) => route.startsWith('newOrder')).length;
  }

  hangUp(): void {
    this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.hangUp();
    this.server.close();
    await once(this.server, 'close');
  }
}
