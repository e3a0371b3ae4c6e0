import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the shop does with one request of newOrder; `ordered` places the order, whatever is answered then. */
export interface Deed {
  readonly ordered?: true;
  /** `cut` closes the connection, `half` after half of the answer. */
  readonly then: 'cut' | 'half' | Reply;
}

export interface Reply {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
}

const PRODUCT = {
  id: 7,
  name: 'Card',
  price: 1.5,
  available: true,
  params: [],
  product_type: 'package',
  qty_values: { min: '2', max: '5' },
};
const ORDER = { order_id: 'ID_0000000000000001', status: 'accept', price: 3, replay_api: null };
const CHECKED = { ...ORDER, replay_api: ['CODE-1'] };
const WAITING = { ...ORDER, status: 'wait' };

export const json = (
  status: number,
  body: object,
  headers: Record<string, string> = {},
): Reply => ({
  status,
  body: JSON.stringify(body),
  headers,
});
export const error = (code: number, status: number, headers?: Record<string, string>): Reply =>
  json(status, { status: 'ERROR', code, error_code: code, message: 'no', error: 'no' }, headers);
export const OK: Deed = { ordered: true, then: json(200, { status: 'OK', data: ORDER }) };

/** A shop that does what the scenario of the token says, then places each order. */
export class BotShop {
  private readonly scripts = new Map<string, Deed[]>();
  private readonly asked = new Map<string, string[]>();
  /** Tokens whose reads fail once each: those of scenarios in which newOrder fails more than once. */
  private readonly flaky = new Set<string>();
  private readonly reads = new Set<string>();
  private readonly keys = new Map<string, Set<string>>();
  private readonly sealed = new Map<string, Set<string>>();
  private readonly feeds = new Map<string, Reply[]>();
  private readonly checked = new Map<string, Reply[]>();
  /** Tokens to which the answer to seal is lost. */
  readonly deaf = new Set<string>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<BotShop> {
    const server = createServer();
    const shop = new BotShop(server);
    server.on('request', ({ url = '', headers }, response) => {
      const path = url.replace('/client/api/', '');
      shop.act(shop.deedFor(path, String(headers['api-token'])), response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return shop;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  script(token: string, deeds: readonly Deed[]): void {
    this.scripts.set(token, [...deeds]);
    this.asked.set(token, []);
    if (deeds.length > 1) this.flaky.add(token);
  }

  /** Answers of orders/changes; without them, and behind them, it is unknown as in an older shop. Their order waits till then. */
  feed(token: string, replies: readonly Reply[]): void {
    this.feeds.set(token, [...replies]);
  }

  /** Answers of check; without them, and behind them, it is the one order of this shop. */
  checks(token: string, replies: readonly Reply[]): void {
    this.checked.set(token, [...replies]);
  }

  urls(token: string): readonly string[] {
    return this.asked.get(token) ?? [];
  }

  orders(token: string): number {
    return this.keys.get(token)?.size ?? 0;
  }

  seals(token: string): number {
    return this.sealed.get(token)?.size ?? 0;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private deedFor(path: string, token: string): Deed['then'] {
    if (!path.startsWith('newOrder')) return this.read(path, token);
    this.asked.get(token)?.push(path);
    const { ordered, then } = this.scripts.get(token)?.shift() ?? OK;
    const keys = this.keys.get(token) ?? new Set();
    this.keys.set(token, keys);
    if (ordered) keys.add(path.split('order_uuid=')[1] ?? '');
    return then;
  }

  /** Seals a key that has no order, else answers its order. */
  private seal(key: string, token: string): Deed['then'] {
    if (this.deaf.has(token)) return 'cut';
    if (this.keys.get(token)?.has(key)) {
      return json(200, { status: 'OK', data: [CHECKED], sealed: [] });
    }
    this.sealed.set(token, new Set([...(this.sealed.get(token) ?? []), key]));
    return json(200, { status: 'OK', data: [], sealed: [key] });
  }

  private read(path: string, token: string): Deed['then'] {
    const sealing = /^check\?orders=\[([0-9a-f-]{36})\]&uuid=1&seal=1$/.exec(path);
    if (sealing) return this.seal(sealing[1]!, token);
    const first = `${token} ${path}`;
    if (this.flaky.has(token) && !this.reads.has(first)) {
      this.reads.add(first);
      if (path === 'profile') return error(500, 500);
      return path === 'products' ? error(130, 503) : 'cut';
    }
    if (path === 'profile') return json(200, { status: 'OK', balance: '10' });
    if (path === 'products') return json(200, [{ ...PRODUCT, id: 8, price: 2 }, PRODUCT]);
    const feed = this.feeds.get(token) ?? [];
    if (path.startsWith('orders/changes')) return feed.shift() ?? error(404, 404);
    const scripted = this.checked.get(token)?.shift();
    if (scripted) return scripted;
    return json(200, { status: 'OK', data: [feed.length > 0 ? WAITING : CHECKED] });
  }

  private act(deed: Deed['then'], response: ServerResponse): void {
    if (deed === 'cut') response.destroy();
    else if (deed === 'half') {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('{"status":"OK","data":{', () => response.destroy());
    } else response.writeHead(deed.status, deed.headers).end(deed.body);
  }
}
