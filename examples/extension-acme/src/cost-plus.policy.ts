import { hash } from 'node:crypto';
import type { CatalogPolicy, PolicyProduct } from 'souk';
import type { EntityManager } from 'typeorm';

export interface CostPlusFacts {
  /** USD per unit, by product. */
  readonly prices: ReadonlyMap<number, string>;
  /** Another one wherever a price is another one. */
  readonly digest: string;
}

/** The price of a product with a cost is this cost in USD plus a margin, for all accounts alike. */
export class CostPlus implements CatalogPolicy<CostPlusFacts> {
  readonly name = 'cost-plus';

  /** PostgreSQL reckons, since it does so exactly; rounded up to 18 decimals, so that no price becomes 0. */
  async read(manager: EntityManager, productId?: number): Promise<CostPlusFacts> {
    const rows = await manager.query<{ id: number; price: string }[]>(
      `SELECT product_id AS id,
         trim_scale(ceil(cost * usd * (1 + margin_percent / 100) * 1e18) / 1e18)::text AS price
       FROM acme_costs JOIN acme_rates USING (currency)
       WHERE $1::integer IS NULL OR product_id = $1
       ORDER BY product_id`,
      [productId ?? null],
    );
    const prices = new Map(rows.map(({ id, price }) => [id, price]));
    return { prices, digest: hash('sha256', JSON.stringify(rows)) };
  }

  digest({ digest }: CostPlusFacts): string {
    return digest;
  }

  shows(): boolean {
    return true;
  }

  /** `product.price` holds the price by Souk's own rules, which stays for products without a cost. */
  price({ prices }: CostPlusFacts, product: PolicyProduct): string {
    return prices.get(product.id) ?? product.price;
  }

  goodUntil(): undefined {
    return undefined;
  }
}
