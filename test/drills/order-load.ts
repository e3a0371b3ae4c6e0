import { setTimeout as sleep } from 'node:timers/promises';
import type { ChaosShop } from '../chaos/shop/chaos-shop.js';
import { OrderBook, settles, type BookedOrder } from '../chaos/shop/order-book.js';
import { OrderClient } from '../chaos/shop/order-client.js';
import { goodOrderPath } from '../chaos/shop/order-paths.js';
import type { Random } from '../support/random.js';

const RETRY_DELAY_MS = 100;
const MAX_SENDINGS = 50;

/** An order and the time of its answer, by `performance.now()`. */
interface Answered {
  readonly order: BookedOrder;
  readonly bookedAt: number;
  readonly answeredAt: number;
}

/**
 * Clients that order at a constant rate, whether or not earlier orders have been answered, and repeat each order until
 * it is answered, at one instance after the other.
 */
export class OrderLoad {
  readonly book = new OrderBook();
  private readonly answered: Answered[] = [];
  /** One for each instance. */
  readonly clients: readonly OrderClient[];
  private readonly running = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private gaveUp = false;

  constructor(
    private readonly shop: ChaosShop,
    instances: readonly string[],
    private readonly random: Random,
  ) {
    this.clients = instances.map((baseUrl) => {
      const client = new OrderClient(shop);
      client.connect(baseUrl);
      return client;
    });
  }

  start(perSecond: number): void {
    this.timer = setInterval(() => {
      // The first account is left to the drill itself.
      const account = this.random.between(1, this.shop.accounts.length - 1);
      const order = this.book.add(account, goodOrderPath(this.shop, this.random));
      const settled = this.settle(order).finally(() => this.running.delete(settled));
      this.running.add(settled);
    }, 1000 / perSecond);
  }

  /** Resolves when an order that is booked from now on has been acknowledged. @returns the milliseconds. */
  async nextAcknowledged(limitMs: number): Promise<number> {
    const start = performance.now();
    for (;;) {
      const found = this.answered.find(
        ({ order, bookedAt }) => bookedAt >= start && order.acknowledged,
      );
      if (found) return found.answeredAt - start;
      if (performance.now() - start > limitMs) return Infinity;
      await sleep(RETRY_DELAY_MS);
    }
  }

  /** The longest time without an acknowledged order, from a moment of `performance.now()` until now. */
  longestPauseMs(from: number): number {
    const times = this.answered
      .filter(({ order, answeredAt }) => order.acknowledged && answeredAt > from)
      .map(({ answeredAt }) => answeredAt);
    const moments = [from, ...times, performance.now()].toSorted((one, other) => one - other);
    return Math.max(...moments.slice(1).map((moment, place) => moment - (moments[place] ?? from)));
  }

  /** The longest that one of the orders at the constant rate took from its first sending to its answer. */
  get slowestMs(): number {
    return Math.max(0, ...this.answered.map(({ bookedAt, answeredAt }) => answeredAt - bookedAt));
  }

  /** Orders a product once at each instance, for the first account. */
  async orderAtEach(product: number): Promise<void> {
    await Promise.all(
      this.clients.map((client) => client.send(this.book.add(0, `${product}/params`))),
    );
  }

  /** Sends an order some times, until it is answered. */
  async settleSoon(order: BookedOrder): Promise<void> {
    for (let sending = 0; sending < MAX_SENDINGS; sending++) {
      const outcome = await this.clients[sending % this.clients.length]?.send(order);
      if (outcome && settles(outcome)) return;
      await sleep(RETRY_DELAY_MS);
    }
  }

  /** Has all accounts read their books, with which the judge compares what clients have heard. */
  async readBooks(): Promise<void> {
    await this.clients[0]?.readBooks();
  }

  /** Closes the connections to the instances. */
  close(): void {
    for (const client of this.clients) client.disconnect();
  }

  /** Orders nothing more, and waits until all orders are answered, or the time is over. */
  async stop(limitMs = 60_000): Promise<void> {
    clearInterval(this.timer);
    const timeout = setTimeout(() => (this.gaveUp = true), limitMs);
    await Promise.all(this.running);
    clearTimeout(timeout);
  }

  private async settle(order: BookedOrder): Promise<void> {
    const bookedAt = performance.now();
    for (let sending = this.book.orders.length; !this.gaveUp; sending++) {
      const outcome = await this.clients[sending % this.clients.length]?.send(order);
      if (!outcome) return;
      if (settles(outcome)) {
        this.answered.push({ order, bookedAt, answeredAt: performance.now() });
        return;
      }
      await sleep(RETRY_DELAY_MS);
    }
  }
}
