import { deciding } from '../../common/port-call.js';
import { hash } from 'node:crypto';
import { numericText } from '../../common/decimal.js';
import { isPrice } from '../price-text.js';
import type { PolicyAudience, PolicyCategory, PolicyProduct } from './catalog-policy.js';
import type { PolicyFaults, PolicyMethod, PolicyOf } from './policy-faults.js';

/** A policy with the facts that it has read. */
export interface InformedPolicy extends PolicyOf {
  readonly facts: unknown;
}

/** The price of a product whose price a policy has made unusable. It is no price, so an order is refused with 110. */
export const NO_PRICE = '';

/**
 * Decides by all policies, with the facts of one moment. It decides the same from the time when the facts were read until
 * `goodUntil`. All methods throw TemporarilyUnavailableError (111) if a policy throws.
 */
export class PolicyDecisions {
  /** In seconds since 1970, by the clock of the database; undefined if the facts never end. */
  readonly goodUntil: number | undefined;
  private readonly ofCategories: readonly InformedPolicy[];

  /** @param timeMs the database's clock when the facts were read, in whole milliseconds since 1970 */
  constructor(
    private readonly policies: readonly InformedPolicy[],
    private readonly timeMs: number,
    private readonly faults: PolicyFaults,
  ) {
    this.ofCategories = policies.filter(({ port }) => typeof port.showsCategory === 'function');
    const ends = policies.flatMap((policy) => this.endOf(policy) ?? []);
    this.goodUntil = ends.length === 0 ? undefined : Math.min(...ends) / 1000;
  }

  /** The same for audiences, facts and times for which all policies decide the same. */
  digest(audience: PolicyAudience): string {
    const digests = this.policies.map((policy) => {
      const { port, facts } = policy;
      return this.ask(policy, 'digest', () => {
        const digest: unknown = port.digest(facts, copyOf(audience), this.date());
        if (typeof digest === 'string') return digest;
        throw new TypeError('digest answers no text');
      });
    });
    return hash('sha256', JSON.stringify(digests), 'base64url');
  }

  /** Considers the category itself only, not those above it. */
  showsCategory({ id, name, parentId }: PolicyCategory, audience: PolicyAudience): boolean {
    return this.ofCategories.every((policy) =>
      this.isShown(policy, 'showsCategory', ({ port, facts }) =>
        port.showsCategory?.(facts, { id, name, parentId }, copyOf(audience), this.date()),
      ),
    );
  }

  /**
   * The price of a product for the audience; undefined if a policy hides it, NO_PRICE if a policy answers no price.
   * @param product with its price by Souk's own rules.
   */
  priceOf(product: PolicyProduct, audience: PolicyAudience): string | undefined {
    const isShown = this.policies.every((policy) =>
      this.isShown(policy, 'shows', ({ port, facts }) =>
        port.shows(facts, withPrice(product, product.price), copyOf(audience), this.date()),
      ),
    );
    if (!isShown) return undefined;
    let { price } = product;
    for (const policy of this.policies) {
      const { port, facts } = policy;
      const next: unknown = this.ask(policy, 'price', () =>
        port.price(facts, withPrice(product, price), copyOf(audience), this.date()),
      );
      // Souk's own rules may make a price that is too long, which is listed. That is not the fault of a policy.
      if (next === price) continue;
      if (typeof next !== 'string' || !isPrice(next)) {
        this.garbage(policy, 'price', 'no price', next);
        return NO_PRICE;
      }
      price = numericText(next);
    }
    return price;
  }

  private isShown(
    policy: InformedPolicy,
    method: PolicyMethod,
    shows: (policy: InformedPolicy) => unknown,
  ): boolean {
    const shown = this.ask(policy, method, () => shows(policy));
    if (typeof shown !== 'boolean') this.garbage(policy, method, 'neither true nor false', shown);
    return shown === true;
  }

  /** In milliseconds since 1970. */
  private endOf(policy: InformedPolicy): number | undefined {
    return this.ask(policy, 'goodUntil', () => {
      const end: unknown = policy.port.goodUntil(policy.facts, this.date());
      if (end === undefined) return undefined;
      // The global `Date` of a test runner may be another one than that of Souk.
      const ms = Object.prototype.toString.call(end) === '[object Date]' ? Number(end) : NaN;
      if (ms > this.timeMs) return ms;
      throw new TypeError('goodUntil answers no Date later than time');
    });
  }

  private ask<Answer>(policy: InformedPolicy, method: PolicyMethod, work: () => Answer): Answer {
    try {
      return deciding('policy', policy, work);
    } catch (error) {
      throw this.faults.thrown(policy, method, error);
    }
  }

  private garbage(
    policy: InformedPolicy,
    method: PolicyMethod,
    expected: string,
    answer: unknown,
  ): void {
    // An async method answers a promise. Its rejection would end the process if nothing handled it.
    if (answer instanceof Promise) answer.catch(() => undefined);
    this.faults.garbage(policy, method, expected);
  }

  /** A new object each time, since a policy may change it by mistake. */
  private date(): Date {
    return new Date(this.timeMs);
  }
}

/** A copy of what policies may know of the caller. */
function copyOf(audience: PolicyAudience): PolicyAudience {
  const { accountId, groupId, showUnavailable, testing } = audience;
  return { accountId, groupId, showUnavailable, testing };
}

/** A copy, so that a policy that changes it changes nothing else. */
function withPrice(product: PolicyProduct, price: string): PolicyProduct {
  const { id, name, available } = product;
  return {
    id,
    name,
    price,
    available,
    // Computed only if it is used: a category may be nested deeply.
    get categoryIds() {
      return product.categoryIds;
    },
  };
}
