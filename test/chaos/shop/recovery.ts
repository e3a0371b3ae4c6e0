import type { ChaosShop } from './chaos-shop.js';
import type { OrderBook } from './order-book.js';
import { OrderClient } from './order-client.js';
import { addressOf, startServer } from '../server.js';
import { deliveriesEnded, sweep } from './sweep.js';

/**
 * Runs the server once more without faults: every order is answered, every delivery ends, and the ledger is valid. The books are
 * read for the judge.
 */
export async function recover(shop: ChaosShop, book: OrderBook): Promise<string[]> {
  const server = await startServer(addressOf(shop.db));
  const client = new OrderClient(shop);
  client.connect(server.baseUrl);
  await Promise.all(book.open.map((order) => client.settle(order)));
  const faults = book.open.map(({ uuid }) => `order ${uuid} was never settled`);
  faults.push(...(await deliveriesEnded(shop.db)));
  await client.readBooks();
  client.disconnect();
  if ((await server.stop()) !== 0) faults.push('the last server did not end with 0');
  return [...faults, ...(await sweep(shop, book))];
}
