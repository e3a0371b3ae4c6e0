/** What tokens may be granted. The profile is open to any token. */
export const SCOPES = ['catalog', 'orders', 'books', 'testing', 'rotate'] as const;
export type Scope = (typeof SCOPES)[number];

/** Of a token for which the operator names none, and of every token of a token source. */
export const DEFAULT_SCOPES: readonly Scope[] = ['catalog', 'orders', 'books'];
