import { charge } from '../decimals.js';
import type { CatalogRead } from './catalog-answers.js';
import { ALL, type CatalogChange } from './catalog-changes.js';
import type { OrderRecord } from './order-record.js';
import type { Wish } from '../models/wish.js';

/** All prices at which each account saw, or bought, a product; and those that were set meanwhile. */
export class SeenPrices {
  private readonly seen = new Map<string, Set<string>>();
  private readonly set = new Map<string, CatalogChange[]>();

  constructor(
    reads: readonly CatalogRead[],
    changes: readonly CatalogChange[],
    records: readonly OrderRecord[],
  ) {
    for (const { accountId, products } of reads) {
      for (const [id, { price }] of products) this.note(accountId, id, price);
    }
    for (const { accountId, product, unitPrice } of records) {
      if (product !== undefined) this.note(accountId, product, unitPrice);
    }
    for (const change of changes) {
      if (change.price === undefined) continue;
      const known = this.set.get(change.product) ?? [];
      this.set.set(change.product, known);
      known.push(change);
    }
  }

  /**
   * What an order could have cost an account at most.
   * @returns undefined unless all prices are known: the account has seen one, and no change has an unknown outcome
   */
  mostTotal(accountId: number, { product, quantity }: Wish): bigint | undefined {
    const prices = [...(this.seen.get(`${accountId} ${product}`) ?? [])];
    if (prices.length === 0 || quantity === undefined) return undefined;
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

  private note(accountId: number, product: string, price: string | undefined): void {
    if (price === undefined) return;
    const id = `${accountId} ${product}`;
    const known = this.seen.get(id) ?? new Set();
    this.seen.set(id, known);
    known.add(price);
  }
}
