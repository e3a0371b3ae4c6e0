import { HttpClient, type Answer } from '../support/http-client.js';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import type { ReplicatedShop } from './shop.js';

const UNAVAILABLE = 503;

/** A product whose price changes, and what each instance says of it. */
export class WatchedProduct {
  private readonly clients: readonly HttpClient[];

  private constructor(
    private readonly replicated: ReplicatedShop,
    private readonly category: number,
    readonly product: number,
  ) {
    this.clients = replicated.baseUrls.map((baseUrl) => new HttpClient(baseUrl, { repeats: true }));
  }

  static async in(replicated: ReplicatedShop, price: string): Promise<WatchedProduct> {
    const rows = new ShopRows(replicated.shop.db);
    const categoryId = await rows.category({ name: 'Watched' });
    const product = await rows.product({ categoryId, price, type: 'package' });
    return new WatchedProduct(replicated, categoryId, product);
  }

  /** Changes the price on the present primary, as an operator's own SQL does. */
  async setPrice(price: string): Promise<void> {
    await this.replicated.primary.query('UPDATE products SET price = $1 WHERE id = $2', [
      price,
      this.product,
    ]);
  }

  /** The prices that the instances show to a token; those that answer 111 are left out. */
  async shownPrices(token: string): Promise<unknown[]> {
    const answers = await this.askAll(`content/${this.category}`, token);
    return answers.map(({ text }) => /"price":([0-9.]+)/.exec(text)?.[1] ?? text);
  }

  /** The HTTP status that the instances answer to a token; those that answer 111 are left out. */
  async statusOf(token: string): Promise<number[]> {
    return (await this.askAll('profile', token)).map(({ status }) => status);
  }

  /** The unit prices of its orders since a time of the database. */
  async pricesSoldSince(time: Date | undefined): Promise<string[]> {
    const rows = await this.replicated.primary.query<{ price: string }>(
      `SELECT DISTINCT trim_scale(unit_price)::text AS price FROM orders
       WHERE product_id = $1 AND created_at >= $2`,
      [this.product, time],
    );
    return rows.map(({ price }) => price);
  }

  close(): void {
    for (const client of this.clients) client.close();
  }

  private async askAll(path: string, token: string): Promise<Answer[]> {
    const answers = await Promise.all(
      this.clients.map((client) => client.send(`/client/api/${path}`, { token })),
    );
    return answers.filter(({ status }) => status !== UNAVAILABLE);
  }
}
