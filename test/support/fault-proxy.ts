import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** How a call to a supplier fails. */
export type Fault = 'none' | (typeof FAULTS)[number];

export const FAULTS = [
  /** Never arrives; the connection breaks. */
  'lost',
  /** Arrives, but the connection breaks before the answer. */
  'mute',
  /** Arrives, and is never answered. */
  'hang',
  /** The connection breaks, and yet it arrives, two seconds later. */
  'late',
  /** Arrives twice at once, as if a proxy had repeated it. */
  'twice',
  'garbage',
  'html',
  'http-500',
  /** An answer of code 111. */
  'busy',
] as const;

const DELAY_MS = 2_000;

/** A proxy in front of a supplier that passes calls on, and makes some of them fail. */
export class FaultProxy {
  /** Decides about each call, by its path. */
  choose: (path: string) => Fault = () => 'none';
  private readonly open = new Set<Promise<void>>();

  private constructor(
    private readonly server: Server,
    /** The base address of the supplier. */
    public target: string,
  ) {}

  static async start(target: string): Promise<FaultProxy> {
    const server = createServer();
    const proxy = new FaultProxy(server, target);
    server.on('request', (request, response) => {
      const served = proxy.serve(request, response).catch(() => {
        response.destroy();
      });
      proxy.open.add(served);
      void served.finally(() => proxy.open.delete(served));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Resolves when no call is open any more. */
  async idle(): Promise<void> {
    while (this.open.size > 0) await Promise.all(this.open);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
    await this.idle();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.choose(request.url ?? '/');
    if (fault === 'lost') {
      response.destroy();
      return;
    }
    if (fault === 'http-500') {
      response.writeHead(500).end('{"status":"ERROR","code":500}');
      return;
    }
    if (fault === 'busy') {
      const body = '{"status":"ERROR","code":111,"message":"busy"}';
      response.writeHead(503, { 'Retry-After': '0' }).end(body);
      return;
    }
    if (fault === 'late') {
      response.destroy();
      await sleep(DELAY_MS);
    }
    if (fault === 'twice') await Promise.all([this.passOn(request), this.passOn(request)]);
    spoil(response, fault, await this.passOn(request));
  }

  private async passOn({ url = '/', method = 'GET', headers }: IncomingMessage): Promise<PassedOn> {
    const passed = ['api-token', 'souk-via'].flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]] as [string, string]] : [],
    );
    const answer = await fetch(this.target + url, { method, headers: Object.fromEntries(passed) });
    const type = answer.headers.get('content-type') ?? 'text/plain';
    return { status: answer.status, type, text: await answer.text() };
  }
}

interface PassedOn {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

function spoil(response: ServerResponse, fault: Fault, { status, type, text }: PassedOn): void {
  if (fault === 'mute') response.destroy();
  else if (fault === 'garbage') response.end(text.slice(0, text.length / 2));
  else if (fault === 'html') response.end('<html><body>Hello</body></html>');
  else if (fault !== 'hang') response.writeHead(status, { 'Content-Type': type }).end(text);
}
