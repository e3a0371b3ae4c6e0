import { randomUUID } from 'node:crypto';
import { HttpClient } from '../test/support/http-client.js';
import { ServerProcess } from '../test/support/server-process.js';
import type { BenchShop } from './bench-shop.js';
import { measured, type Duration, type Rate } from './load.js';

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
  const http = new HttpClient(server.baseUrl);
  let next = 0;
  const place = async (): Promise<void> => {
    const number = next++;
    const token = tokens[number % tokens.length] ?? '';
    const query = `playerId=${number}&order_uuid=${randomUUID()}`;
    const { json, text } = await http.send(`/client/api/newOrder/${product}/params?${query}`, {
      token,
    });
    if ((json as { status?: string } | undefined)?.status !== 'OK') throw new Error(text);
  };
  try {
    const rates: Rate[] = [];
    for (const clients of clientCounts) rates.push(await measured(clients, duration, place));
    return rates;
  } finally {
    http.close();
    await server.stop();
  }
}
