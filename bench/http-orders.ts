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
}

const REFUSED = 'ERROR';

/**
 * Has a running server take orders, each client on a connection of its own.
 * @throws Error when an order is not taken, or one is not refused that should be.
 */
export async function placeOrders(
  { baseUrl, product, tokens, refusedEvery = Infinity }: OrderTarget,
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
      const isRefused = number % refusedEvery === 0;
      const token = tokens[number % tokens.length] ?? '';
      const query = `playerId=${number}&order_uuid=${randomUUID()}${isRefused ? '&qty=2' : ''}`;
      const path = `/client/api/newOrder/${product}/params?${query}`;
      const answer = await connections[client]?.ask(getRequest(path, { 'api-token': token }));
      const text = String(answer?.body);
      const { status } = JSON.parse(text) as { status?: string };
      if (status !== (isRefused ? REFUSED : 'OK')) throw new Error(text);
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}
