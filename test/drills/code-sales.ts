import { setTimeout as sleep } from 'node:timers/promises';
import { SECRET_KEY } from '../chaos/shop/codes.js';
import {
  settles,
  type BookedOrder,
  type OrderBook,
  type Outcome,
} from '../chaos/shop/order-book.js';
import type { OrderClient } from '../chaos/shop/order-client.js';
import { soukJson } from '../support/command-line.js';
import type { OrderLoad } from './order-load.js';
import type { ReplicatedShop } from './shop.js';

/** Codes are sold again so soon after the database, where nothing was lost. */
const LIMIT_MS = 10_000;
const RETRY_DELAY_MS = 50;
/** For so long afterwards no sale may be refused. */
const WATCHED_MS = 3_000;
const STOCK = 'chaos';

/** Orders codes at each instance until it gets them, and then for a while. */
export async function codesSoldAgain(
  { shop }: Pick<ReplicatedShop, 'shop'>,
  load: OrderLoad,
): Promise<{ readonly ms: number; readonly faults: readonly string[] }> {
  const began = performance.now();
  const path = `${shop.products.codes}/params?playerId=1&qty=1`;
  const next = (): BookedOrder => load.book.add(0, path);
  const first = await Promise.all(load.clients.map((client) => settled(client, next(), LIMIT_MS)));
  const ms = performance.now() - began;
  const heard = [...first];
  while (performance.now() < began + ms + WATCHED_MS) {
    heard.push(...(await Promise.all(load.clients.map((client) => client.send(next())))));
    await sleep(RETRY_DELAY_MS);
  }
  const refused = heard.filter(({ kind }) => kind !== 'order');
  const faults = refused.length === 0 ? [] : [`codes were not sold: ${JSON.stringify(refused[0])}`];
  return { ms, faults };
}

async function settled(client: OrderClient, order: BookedOrder, limitMs: number): Promise<Outcome> {
  const end = performance.now() + limitMs;
  for (;;) {
    const outcome = await client.send(order);
    if (settles(outcome) || performance.now() > end) return outcome;
    await sleep(RETRY_DELAY_MS);
  }
}

/** What clients have heard: the orders of each code of the stock. */
export class SoldCodes {
  private readonly orders = new Map<string, Set<string>>();

  note({ orders }: OrderBook): void {
    for (const outcome of orders.flatMap(({ heard }) => heard)) {
      if (outcome.kind !== 'order') continue;
      for (const code of outcome.codes.filter((each) => each.startsWith(`${STOCK}-`))) {
        this.orders.set(code, (this.orders.get(code) ?? new Set()).add(outcome.orderId));
      }
    }
  }

  get count(): number {
    return this.orders.size;
  }

  /** Codes that went to several orders. */
  get soldAgain(): number {
    return [...this.orders.values()].filter((ids) => ids.size > 1).length;
  }
}

/** Sells again what a failover holds back, as its operator does it. @returns how many codes */
export async function releaseCodes({ shop: { db } }: ReplicatedShop): Promise<number> {
  const settings = {
    DATABASE_URL: db.url,
    DATABASE_DIRECT_URL: db.directUrl,
    SECRET_KEYS: SECRET_KEY,
  };
  const words = ['codes', 'release', STOCK, '--all'];
  const { released } = await soukJson<{ released: number }>(settings, ...words);
  return released;
}
