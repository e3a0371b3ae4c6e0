import { charge } from '../decimals.js';
import type { CatalogRead } from './catalog-answers.js';
import { ALL, type CatalogChange } from './catalog-changes.js';
import type { OrderRecord } from './order-record.js';
import type { Wish } from '../models/wish.js';

/** What one account saw of the price of one product. */
interface Seen {
  readonly prices: Set<string>;
  sinceMs: number;
}

/** All prices at which each account saw, or bought, a product; and those that were set meanwhile. */
export class SeenPrices {
  private readonly seen = new Map<string, Seen>();
  private readonly set = new Map<string, CatalogChange[]>();

  constructor(
    reads: readonly CatalogRead[],
    changes: readonly CatalogChange[],
    records: readonly OrderRecord[],
  ) {
    for (const { accountId, products, moment } of reads) {
      for (const [id, { price }] of products) this.note(`${accountId} ${id}`, price, moment.endMs);
    }
    for (const { accountId, product, unitPrice, shownMs } of records) {
      if (product !== undefined) this.note(`${accountId} ${product}`, unitPrice, shownMs);
    }
    for (const change of changes) {
      if (change.price === undefined) continue;
      const known = this.set.get(change.product) ?? [];
      this.set.set(change.product, known);
      known.push(change);
    }
  }

  /**
   * What an order that was asked for then could have cost an account at most.
   * @returns undefined unless all prices since are known: the account had seen one, and no change has an unknown outcome
   */
  mostTotal(accountId: number, { product, quantity }: Wish, askedMs: number): bigint | undefined {
    const seen = this.seen.get(`${accountId} ${product}`);
    if (!seen || seen.sinceMs > askedMs || quantity === undefined) return undefined;
    const prices = [...seen.prices];
    for (const change of [...(this.set.get(product) ?? []), ...(this.set.get(ALL) ?? [])]) {
      const { account, price } = change;
      if (account !== ALL && account !== accountId) continue;
      if (price?.kind === 'base') prices.push(price.price);
      else if (price?.kind === 'rule' && price.rule.kind === 'fixed') prices.push(price.rule.price);
      else if (price?.kind !== 'rule' || price.rule.kind !== 'none') return undefined;
    }
    const totals = prices.flatMap((price) => charge(price, quantity) ?? []);
    return totals.reduce((most, total) => (total > most ? total : most), 0n);
  }

  private note(id: string, price: string | undefined, endMs: number): void {
    if (price === undefined) return;
    const known = this.seen.get(id) ?? { prices: new Set<string>(), sinceMs: endMs };
    this.seen.set(id, known);
    known.prices.add(price);
    known.sinceMs = Math.min(known.sinceMs, endMs);
  }
}
