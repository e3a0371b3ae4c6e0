import { randomUUID } from 'node:crypto';
import { measured, type Duration, type Rate } from './load.js';
import { getRequest, RawConnection } from './raw-client.js';

/** Where orders are placed, and by whom: each order by the next token. */
export interface OrderTarget {
  readonly baseUrl: string;
  readonly product: number;
  readonly tokens: readonly string[];
  /** Each order of so many asks for a quantity that is refused; undefined for none. */
  readonly refusedEvery?: number | undefined;
  /** Stands at the end of each query. */
  readonly more?: string;
  /** The code by which each order is refused. */
  readonly refusedBy?: number;
  /** The key of each token, so that all orders but the first ones are replays. */
  readonly keys?: readonly string[];
}

const REFUSED = 'ERROR';

/**
 * Has a running server take orders, each client on a connection of its own.
 * @throws Error when an order is not taken, or one is not refused that should be.
 */
export async function placeOrders(
  { baseUrl, product, tokens, refusedEvery = Infinity, more = '', refusedBy, keys }: OrderTarget,
  clients: number,
  duration: Duration,
): Promise<Rate> {
  const port = Number(new URL(baseUrl).port);
  const open = Array.from({ length: clients }, () => RawConnection.open(port));
  const connections = await Promise.all(open);
  let next = 0;
  try {
    return await measured(clients, duration, async (client) => {
      const number = ++next;
      const isRefused = refusedBy !== undefined || number % refusedEvery === 0;
      const turn = number % tokens.length;
      const [player, key] = keys ? [turn, keys[turn]] : [number, randomUUID()];
      const end = refusedBy === undefined && isRefused ? '&qty=2' : more;
      const query = `playerId=${player}&order_uuid=${key}${end}`;
      const path = `/client/api/newOrder/${product}/params?${query}`;
      const answer = await connections[client]?.ask(
        getRequest(path, { 'api-token': tokens[turn] ?? '' }),
      );
      const text = String(answer?.body);
      const { status, code } = JSON.parse(text) as { status?: string; code?: number };
      const isAsExpected = status === (isRefused ? REFUSED : 'OK');
      if (!isAsExpected || code !== (refusedBy ?? code)) throw new Error(text);
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}
