import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { freePort } from '../support/free-port.js';

/** An answer that stands for itself. */
export interface Written {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The shop has done its work all the same; else the request did nothing. */
  readonly isDone?: true;
}

/** What happens to one request; a `Written` one is answered so. */
export type Deed =
  | 'serve'
  /** Nobody listens. */
  | 'unreachable'
  /** The connection breaks before or after the shop has done its work. */
  | 'cut-before'
  | 'cut-after'
  /** Half of the answer, then the connection breaks, or the answer ends. */
  | 'half'
  | 'short'
  /** No answer, with or without the work. */
  | 'hang-before'
  | 'hang-after'
  /** The connection breaks, and the request arrives after the next one was answered. */
  | 'late'
  /** The request arrives twice. */
  | 'twice'
  | Written;

export interface FakeOrder {
  readonly product: string;
  readonly quantity: number;
  readonly data: Readonly<Record<string, string>>;
  readonly order_id: string;
  status: 'wait' | 'accept' | 'reject';
}

export const json = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Written => ({ status, body: JSON.stringify(body), headers });

export const error = (
  code: number,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Written =>
  json(status, { status: 'ERROR', code, error_code: code, message: 'no', error: 'no' }, headers);

type Asked = Pick<FakeOrder, 'product' | 'quantity' | 'data'>;

const OWN_NAMES = ['order_uuid', 'qty', 'max_price'];

/** A shop of one account, which keeps the promises of docs/api.md about keys, behind a network that keeps none. */
export class FakeShop {
  readonly orders = new Map<string, FakeOrder>();
  readonly sealed = new Set<string>();
  /** A key for each debit. */
  readonly debits: string[] = [];
  /** Of each request that was sent, in their order. */
  readonly asked: string[] = [];
  /** What the next orders are, and what checks before an order answer. */
  outcome: FakeOrder['status'] | Written = 'accept';
  /** For the next requests of newOrder, then for all others. */
  deeds: Deed[] = [];
  lastDeed: Deed = 'serve';
  /** For all requests of check. */
  checkDeed: Deed = 'serve';
  onHang: () => void = () => undefined;
  private readonly late: (() => void)[] = [];

  private constructor(
    private readonly server: Server,
    private readonly closedPort: number,
  ) {}

  static async start(): Promise<FakeShop> {
    const server = createServer();
    const shop = new FakeShop(server, await freePort());
    server.on('request', ({ url = '' }, response) => {
      shop.receive(new URL(url, shop.url), response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return shop;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Of clients: the deed is chosen where the request is sent, as some requests never arrive. */
  readonly fetch: typeof fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    this.asked.push(url.pathname.replace('/client/api/', '') + url.search);
    const deed = url.pathname.includes('/newOrder/')
      ? (this.deeds.shift() ?? this.lastDeed)
      : this.checkDeed;
    if (deed === 'unreachable') url.port = String(this.closedPort);
    if (deed === 'unreachable') return fetch(url, init);
    this.coming.push(deed);
    return fetch(url, init);
  };

  private readonly coming: Deed[] = [];

  /** What is still on its way arrives. */
  flush(): void {
    for (const arrive of this.late.splice(0)) arrive();
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private receive(url: URL, response: ServerResponse): void {
    const deed = this.coming.shift() ?? 'serve';
    const late = this.late.splice(0);
    this.act(deed, url, response);
    for (const arrive of late) arrive();
  }

  private act(deed: Deed, url: URL, response: ServerResponse): void {
    if (typeof deed === 'object') {
      if (deed.isDone) this.answer(url);
      send(response, deed);
      return;
    }
    const isLost = deed === 'cut-before' || deed === 'hang-before' || deed === 'late';
    if (deed === 'late') this.late.push(() => this.answer(url));
    if (deed === 'twice') this.answer(url);
    const answer = isLost ? undefined : this.answer(url);
    if (deed.startsWith('hang')) this.onHang();
    else if (!answer || deed === 'cut-after') response.destroy();
    else if (deed === 'half') {
      response.writeHead(200, { 'Content-Length': answer.body.length });
      response.write(answer.body.slice(0, 9), () => response.destroy());
    } else if (deed === 'short') response.end(answer.body.slice(0, -9));
    else send(response, answer);
  }

  private answer(url: URL): Written {
    const [route, product = ''] = url.pathname.replace('/client/api/', '').split('/');
    if (route === 'newOrder') return this.newOrder(product, url.searchParams);
    return route === 'check' ? this.check(url.searchParams) : error(404, 404);
  }

  private newOrder(product: string, search: URLSearchParams): Written {
    const key = search.get('order_uuid') ?? '';
    if (this.sealed.has(key)) return error(117, 409);
    const known = this.orders.get(key);
    const fields = [...search].filter(([name]) => !OWN_NAMES.includes(name));
    const quantity = Number(search.get('qty') ?? 1);
    const asked = { product, quantity, data: Object.fromEntries(fields) };
    if (known && !isDeepStrictEqual({ ...known, ...asked }, known)) return error(116, 409);
    if (!known && typeof this.outcome === 'object') return this.outcome;
    const order = known ?? this.placed(key, asked);
    const { order_id, status, data } = order;
    const replay_api = status === 'accept' ? [{ replay: ['CODE-1'] }] : null;
    return json(200, {
      status: 'OK',
      data: { order_id, status, price: 1.5, data, replay_api },
    });
  }

  private placed(key: string, asked: Asked): FakeOrder {
    const status = typeof this.outcome === 'object' ? 'wait' : this.outcome;
    const order = { ...asked, order_id: `ID_${this.debits.length}`, status };
    this.debits.push(key);
    this.orders.set(key, order);
    return order;
  }

  private check(search: URLSearchParams): Written {
    const key = (search.get('orders') ?? '').replace(/[[\]]/g, '');
    const order = this.orders.get(key);
    if (!order && search.get('seal') === '1') this.sealed.add(key);
    const data = order ? [checked(order)] : [];
    const sealed = this.sealed.has(key) ? [key] : [];
    return json(200, { status: 'OK', data, ...(search.get('seal') === '1' && { sealed }) });
  }
}

function checked({ order_id, quantity, data, status }: FakeOrder) {
  const replay_api = status === 'accept' ? ['CODE-1'] : null;
  return { order_id, quantity, data, created_at: '', price: '1.5', status, replay_api };
}

function send(response: ServerResponse, { status, body, headers }: Written): void {
  response.writeHead(status, headers).end(body);
}
