import { randomUUID } from 'node:crypto';
import { SearchIndex } from '../../../src/orders/search/search-index.service.js';
import {
  OrderSearch,
  type SearchOptions,
} from '../../../src/orders/search/order-search.service.js';
import type { TestAccount, TestShop } from '../../support/test-shop.js';
import { fresh } from '../../support/worker-shop.js';

/** The orders of two accounts whose values no other case has, and what the search finds of them. */
export class IndexedOrders {
  private constructor(
    private readonly shop: TestShop,
    readonly account: TestAccount,
    readonly other: TestAccount,
    private readonly product: number,
    private readonly mark: string,
  ) {}

  static async in(shop: TestShop): Promise<IndexedOrders> {
    const account = await shop.account({ balance: '1000' });
    const other = await shop.account({ balance: '1000' });
    const product = await shop.product({ price: '1', fields: ['playerId'] });
    return new IndexedOrders(shop, account, other, product, fresh('case'));
  }

  /** A text that no other case has. */
  own(text: string): string {
    return `${text} ${this.mark}`;
  }

  /** The path of an order for a player of this case. */
  pathFor(player: string): string {
    const path = `/client/api/newOrder/${this.product}/params?order_uuid=${randomUUID()}&playerId=`;
    return path + encodeURIComponent(this.own(player));
  }

  /** @returns the id of a new order for a player of this case */
  async placed(player: string, { api } = this.account): Promise<string> {
    const { json } = await api(this.pathFor(player));
    return (json as { data: { order_id: string } }).data.order_id;
  }

  find(text: string, options: Partial<SearchOptions> = {}): ReturnType<OrderSearch['find']> {
    const sought = { withValues: true, limit: 50, ...options };
    return this.shop.service(OrderSearch).find(this.own(text), sought);
  }

  async idsOf(text: string, options: Partial<SearchOptions> = {}): Promise<string[]> {
    const { orders } = await this.find(text, options);
    return orders.items.map(({ orderId }) => orderId);
  }

  /** Indexes until nothing is left to do. */
  async indexed(): Promise<void> {
    const index = this.shop.service(SearchIndex);
    for (;;) {
      const changes = await index.changes();
      const accounts = await index.waitingAccounts();
      for (const id of accounts) await index.step(id);
      if (changes === 0 && accounts.length === 0) return;
    }
  }

  /** One row for each entry of these accounts. */
  entries(): Promise<object[]> {
    return this.shop.db.query('SELECT FROM order_search_values WHERE account_id = ANY ($1)', [
      [this.account.id, this.other.id],
    ]);
  }
}
