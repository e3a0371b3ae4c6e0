import { hash } from 'node:crypto';
import type { CatalogPolicy, PolicyAudience, PolicyProduct } from 'souk';
import type { EntityManager } from 'typeorm';

interface Rule {
  readonly id: number;
  readonly weekdays: readonly number[] | null;
  readonly countries: readonly string[] | null;
}

export interface VisibilityFacts {
  readonly rules: ReadonlyMap<number, Rule>;
  /** The countries of accounts. */
  readonly countries: ReadonlyMap<number, string>;
  /** Another one wherever a rule is another one. */
  readonly digest: string;
}

/** Some products are shown on some weekdays only, or to accounts of some countries only. */
export class Visibility implements CatalogPolicy<VisibilityFacts> {
  readonly name = 'visibility';

  async read(manager: EntityManager, productId?: number): Promise<VisibilityFacts> {
    const rules = await manager.query<Rule[]>(
      `SELECT product_id AS id, weekdays, countries FROM acme_rules
       WHERE $1::integer IS NULL OR product_id = $1 ORDER BY product_id`,
      [productId ?? null],
    );
    const accounts = await manager.query<{ id: number; country: string }[]>(
      'SELECT account_id AS id, country FROM acme_accounts WHERE country IS NOT NULL',
    );
    return {
      rules: new Map(rules.map((rule) => [rule.id, rule])),
      countries: new Map(accounts.map(({ id, country }) => [id, country])),
      digest: hash('sha256', JSON.stringify(rules)),
    };
  }

  /** The country instead of the account's id, so that all accounts of a country share what is rendered once. */
  digest({ digest, countries }: VisibilityFacts, audience: PolicyAudience, time: Date): string {
    return [digest, countries.get(audience.accountId), time.getUTCDay()].join();
  }

  shows(
    { rules, countries }: VisibilityFacts,
    product: PolicyProduct,
    audience: PolicyAudience,
    time: Date,
  ): boolean {
    const rule = rules.get(product.id);
    const country = countries.get(audience.accountId) ?? '';
    return (
      (rule?.weekdays?.includes(time.getUTCDay()) ?? true) &&
      (rule?.countries?.includes(country) ?? true)
    );
  }

  price(_facts: VisibilityFacts, product: PolicyProduct): string {
    return product.price;
  }

  /** The next midnight, if a rule asks for the weekday. */
  goodUntil({ rules }: VisibilityFacts, time: Date): Date | undefined {
    if (![...rules.values()].some(({ weekdays }) => weekdays)) return undefined;
    return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + 1));
  }
}
