import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HOST } from '../../../bench/raw-client.js';
import { Random } from '../../support/random.js';
import { catalogText, priceText, profileText } from '../hostile/hostile-catalog.js';
import { HostileOrders } from '../hostile/hostile-orders.js';
import type { Answer, Said, SaidBook } from '../hostile/said.js';
import { send } from '../hostile/ways.js';
import type { AttackContext } from './attack.js';

/** Another shop, of which the server buys, and which answers everything that it can think of. */
export interface SupplyOptions {
  readonly seed: number;
}

export interface SupplyFigures {
  readonly book: SaidBook;
  /** Requests by their route. */
  readonly asked: Readonly<Record<string, number>>;
  /** Requests to the server to which redirects lead. */
  readonly trapped: number;
}

/** Tells its address first. */
export async function supply(
  { signal, tell }: AttackContext,
  { seed }: SupplyOptions,
): Promise<SupplyFigures> {
  let trapped = 0;
  const trap = createServer((_, response) => {
    trapped += 1;
    response.end();
  });
  const supplier = new HostileSupplier(new Random(seed), await listening(trap));
  const server = createServer((request, response) => {
    void supplier.serve(request, response);
  });
  tell(await listening(server));
  if (!signal.aborted) await once(signal, 'abort');
  for (const one of [trap, server]) {
    one.closeAllConnections();
    one.close();
  }
  return { book: supplier.book, asked: supplier.asked, trapped };
}

/** An answer, and what it says under which keys. */
interface Saying {
  readonly text: string;
  readonly saying: readonly (readonly [string, Said])[];
  readonly ambiguous: boolean;
}

class HostileSupplier {
  readonly book = new Map<string, Said[]>();
  readonly asked: Record<string, number> = {};
  private readonly orders: HostileOrders;

  constructor(
    private readonly random: Random,
    private readonly trap: string,
  ) {
    this.orders = new HostileOrders(random);
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    for (const stream of [request, response, socket]) stream.on('error', () => undefined);
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://shop');
    const [route = ''] = pathname.replace('/client/api/', '').split('/');
    this.asked[route] = (this.asked[route] ?? 0) + 1;
    const key = query.get('order_uuid') ?? query.get('orders')?.slice(1, -1) ?? '';
    const isByIds = route === 'check' && !query.has('uuid');
    const { text, saying, ambiguous } = isByIds
      ? { text: this.orders.answerIds(key.split(',')), saying: [], ambiguous: false }
      : this.answerKey(route, key, query);
    for (const [of, said] of saying) this.book.set(of, [...(this.book.get(of) ?? []), said]);
    const { random, trap } = this;
    const arrival = await send({ text, request, response, socket, random, trap });
    for (const [of, said] of saying) {
      Object.assign(said, { at: Date.now(), certain: arrival === 'certain' && !ambiguous });
      if (arrival === 'never') this.strike(of, said);
    }
  }

  private answerKey(route: string, key: string, query: URLSearchParams): Saying {
    const { text, says, ambiguous = false } = this.answer(route, key, query);
    const saying = says ? [[key, { ...says, at: Infinity, certain: false }] as const] : [];
    return { text, saying, ambiguous };
  }

  private answer(route: string, key: string, query: URLSearchParams): Answer {
    const { random } = this;
    switch (route) {
      case 'newOrder':
      case 'check': {
        const quantity = Number(query.get('qty') ?? 1);
        return this.orders.answer({ route, key, quantity, seals: query.has('seal') });
      }
      case 'profile':
        return { text: profileText(random) };
      case 'products':
        return {
          text: query.has('products_id')
            ? priceText(random, Number(query.get('products_id')))
            : catalogText(random),
        };
      default:
        return { text: catalogText(random) };
    }
  }

  /** What never arrives was not said. */
  private strike(key: string, saying: object): void {
    const said = this.book.get(key) ?? [];
    this.book.set(
      key,
      said.filter((one) => one !== saying),
    );
  }
}

async function listening(server: Server): Promise<string> {
  server.listen(0, HOST);
  await once(server, 'listening');
  return `http://${HOST}:${(server.address() as AddressInfo).port}`;
}
