import { randomUUID } from 'node:crypto';
import { ServerProcess } from '../test/support/server-process.js';
import type { BenchShop } from './bench-shop.js';
import { measured, type Duration, type Rate } from './load.js';
import { getRequest, RawConnection } from './raw-client.js';

/** Where orders are placed, and by whom: each order by the next token. */
export interface OrderTarget {
  readonly baseUrl: string;
  readonly product: number;
  readonly tokens: readonly string[];
}

/**
 * Starts the server built in `folder` on the shop, has it take orders from each number of clients, and stops it.
 * @throws Error when an order is not taken: a figure would mean nothing then.
 */
export async function httpOrders(
  folder: string,
  { db, product, tokens }: BenchShop,
  clientCounts: readonly number[],
  duration: Duration,
): Promise<Rate[]> {
  const program = { folder, args: ['dist/main.js'] };
  const server = await ServerProcess.start({ DATABASE_URL: db.url }, program);
  const target = { baseUrl: server.baseUrl, product, tokens };
  try {
    const rates: Rate[] = [];
    for (const clients of clientCounts) rates.push(await placeOrders(target, clients, duration));
    return rates;
  } finally {
    await server.stop();
  }
}

/**
 * Has a running server take orders, each client on a connection of its own.
 * @throws Error when an order is not taken.
 */
export async function placeOrders(
  { baseUrl, product, tokens }: OrderTarget,
  clients: number,
  duration: Duration,
): Promise<Rate> {
  const port = Number(new URL(baseUrl).port);
  const open = Array.from({ length: clients }, () => RawConnection.open(port));
  const connections = await Promise.all(open);
  let next = 0;
  try {
    return await measured(clients, duration, async (client) => {
      const number = next++;
      const token = tokens[number % tokens.length] ?? '';
      const query = `playerId=${number}&order_uuid=${randomUUID()}`;
      const path = `/client/api/newOrder/${product}/params?${query}`;
      const answer = await connections[client]?.ask(getRequest(path, { 'api-token': token }));
      const text = String(answer?.body);
      if ((JSON.parse(text) as { status?: string }).status !== 'OK') throw new Error(text);
    });
  } finally {
    for (const connection of connections) connection.close();
  }
}
