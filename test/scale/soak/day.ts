import { setTimeout as sleep } from 'node:timers/promises';
import { hashOfToken } from '../../../src/account/access/token-secret.js';
import type { Random } from '../../support/random.js';
import type { ChaosShop } from '../../chaos/shop/chaos-shop.js';
import type { OrderBook } from '../../chaos/shop/order-book.js';
import type { OrderClient } from '../../chaos/shop/order-client.js';
import { goodOrderPath } from '../../chaos/shop/order-paths.js';
import type { HttpClient } from '../../support/http-client.js';
import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { ENCODINGS, errorCode } from '../reader.js';
import type { Faults } from '../../support/faults.js';
import { CHANGES, FIRST_READ, READ_PRODUCTS } from './soak-shop.js';

/** From one request to the next of each client, in milliseconds. */
const INTERVAL_MS = { read: 100, order: 400, change: 1_000, token: 5_000 } as const;
const READERS = 8;
const ORDERERS = 6;
/** What bots read, whatever the catalog. */
export const ROUTES = [
  ...['categories', 'categories/all', 'content/0', 'products', 'products?base=1', 'tree'],
  ...['products-wrapped', 'products-wrapped?base=1', 'catalog', 'profile', 'ping'],
];
const PROFILE = '/client/api/profile';
/** A token that was revoked is refused on the only instance after so long. */
const REVOCATION_DELAY_MS = 1_500;

/** Everything that happens to a shop all day, at once. */
export class Day {
  reads = 0;
  private readonly end: number;

  constructor(
    private readonly shop: ChaosShop,
    private readonly book: OrderBook,
    private readonly clients: { readonly read: HttpClient; readonly order: OrderClient },
    private readonly faults: Faults,
    minutes: number,
  ) {
    this.end = performance.now() + minutes * 60_000;
  }

  get over(): boolean {
    return performance.now() >= this.end;
  }

  async live(random: Random): Promise<void> {
    const tags = new Map<string, string>();
    const many = (count: number, pace: number, work: (own: Random) => Promise<void>) =>
      Array.from({ length: count }, () => this.again(pace, work, random.fork()));
    await Promise.all([
      ...many(READERS, INTERVAL_MS.read, (own) => this.read(own, tags)),
      ...many(ORDERERS, INTERVAL_MS.order, (own) => this.order(own)),
      ...many(1, INTERVAL_MS.change, (own) => this.change(own)),
      ...many(1, INTERVAL_MS.token, (own) => this.replaceToken(own)),
    ]);
  }

  private async again(
    pace: number,
    work: (own: Random) => Promise<void>,
    random: Random,
  ): Promise<void> {
    while (!this.over) {
      const next = performance.now() + pace;
      await work(random);
      await sleep(Math.max(0, next - performance.now()));
    }
  }

  private async read(random: Random, tags: Map<string, string>): Promise<void> {
    const { shop, clients } = this;
    const account = random.pick(shop.accounts);
    const product = this.product(random);
    const one = [
      `content/${random.between(FIRST_READ, FIRST_READ + 19)}`,
      `products?products_id=${product}`,
    ];
    const route = random.pick([...ROUTES, ...one]);
    const encoding = random.pick(ENCODINGS);
    const name = `${account.id} ${route} ${encoding}`;
    const tag = tags.get(name);
    const answer = await clients.read.send(`/client/api/${route}`, {
      token: account.token,
      headers: {
        'Accept-Encoding': encoding,
        ...(tag !== undefined && random.chance(0.5) && { 'If-None-Match': tag }),
      },
    });
    if (answer.headers.etag !== undefined) tags.set(name, answer.headers.etag);
    this.reads += 1;
    const code = errorCode(answer.text);
    // What a reader may not see, or is switched off, is not there for it.
    if (code !== undefined && code !== 109) this.faults.add(`${code} for a reader`, route);
    if (answer.status >= 500) this.faults.add(`status ${answer.status}`, route);
  }

  private async order(random: Random): Promise<void> {
    const { shop, book, clients } = this;
    const account = random.between(0, shop.accounts.length - 1);
    const order = book.add(account, goodOrderPath(shop, random));
    await clients.order.settle(order);
    const known = await clients.order.known(account, [order.uuid]);
    if (known[0] !== order.orderIds[0]) this.faults.add('check does not know an order', order.uuid);
  }

  private async change(random: Random): Promise<void> {
    const statement = random.pick(CHANGES);
    await this.shop.db.query(statement, [this.product(random), this.product(random)]);
  }

  /** A token beside the account's own is issued, used and revoked. */
  private async replaceToken(random: Random): Promise<void> {
    const { db, accounts } = this.shop;
    const { read } = this.clients;
    const token = await new ShopRows(db).token(random.pick(accounts).id);
    const used = errorCode((await read.send(PROFILE, { token })).text);
    if (used !== undefined) this.faults.add(`${used} for a new token`);
    await db.query('UPDATE access_tokens SET revoked_at = now() WHERE token_hash = $1', [
      hashOfToken(token),
    ]);
    await sleep(REVOCATION_DELAY_MS);
    const code = errorCode((await read.send(PROFILE, { token })).text);
    if (code !== 121) this.faults.add('a revoked token was let in', String(code));
  }

  private product(random: Random): number {
    return random.between(FIRST_READ, FIRST_READ + READ_PRODUCTS - 1);
  }
}
