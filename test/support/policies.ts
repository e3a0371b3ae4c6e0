import type {
  CatalogPolicy,
  PolicyAudience,
  PolicyProduct,
} from '../../src/catalog/policies/catalog-policy.js';

/** A policy that shows everything at the price so far, with other methods where they are given. */
export function policyWith<Facts>(more: Partial<CatalogPolicy<Facts>> = {}): CatalogPolicy<Facts> {
  return {
    name: 'sample',
    read: () => Promise.resolve({} as Facts),
    digest: () => '',
    shows: () => true,
    price: (_, { price }) => price,
    goodUntil: () => undefined,
    ...more,
  };
}

/** The same for an answer that TypeScript does not allow, as an extension in JavaScript may give it. */
export function answering(answer: unknown): () => never {
  return () => answer as never;
}

export function policyProduct(id: number, more: Partial<PolicyProduct> = {}): PolicyProduct {
  return { id, name: `Product ${id}`, price: '1', available: true, categoryIds: [1], ...more };
}

export function policyAudience(accountId: number): PolicyAudience {
  return { accountId, groupId: null, showUnavailable: false, testing: false };
}
