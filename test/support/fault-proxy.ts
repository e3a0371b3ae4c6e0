import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

/** What becomes of one call to a supplier. */
export type Fault =
  /** Passed on, and answered. */
  | 'none'
  /** Never arrives; the connection breaks. */
  | 'lost'
  /** Arrives, but the connection breaks before the answer. */
  | 'mute'
  | 'garbage'
  | 'html'
  | 'http-500'
  /** An answer of code 111. */
  | 'busy';

/** A supplier whose line is bad: passes calls on to a shop, and spoils some. */
export class FaultProxy {
  /** Decides about each call, by its path. */
  choose: (path: string) => Fault = () => 'none';

  private constructor(
    private readonly server: Server,
    private readonly target: string,
  ) {}

  static async start(target: string): Promise<FaultProxy> {
    const server = createServer();
    const proxy = new FaultProxy(server, target);
    server.on('request', (request, response) => {
      proxy.serve(request, response).catch(() => response.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve({ url = '/', headers }: IncomingMessage, response: ServerResponse) {
    const fault = this.choose(url);
    if (fault === 'lost') return response.destroy();
    if (fault === 'http-500') return response.writeHead(500).end('{"status":"ERROR","code":500}');
    if (fault === 'busy') {
      return response
        .writeHead(503, { 'Retry-After': '0' })
        .end('{"status":"ERROR","code":111,"message":"busy"}');
    }
    const passed = ['api-token', 'souk-via'].flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]] as [string, string]] : [],
    );
    const answer = await fetch(this.target + url, { headers: Object.fromEntries(passed) });
    const text = await answer.text();
    if (fault === 'mute') return response.destroy();
    if (fault === 'garbage') return response.writeHead(200).end(text.slice(0, text.length / 2));
    if (fault === 'html') return response.writeHead(200).end('<html><body>Hello</body></html>');
    return response.writeHead(answer.status).end(text);
  }
}
