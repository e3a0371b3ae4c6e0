import type { AccountName } from './shop/accounts.js';

/**
 * One request of the recording. A text may hold `«…»`: `«token:plain»` is that account's token, and any other name is
 * what an earlier row of the same group has kept.
 */
export interface Asked {
  /** Unique within its group. */
  readonly name: string;
  /** Whose token is sent as `api-token`; none when left out. */
  readonly as?: AccountName;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  /** Name for the order id of the answer, or else for its ETag. */
  readonly keep?: string;
  /** Sent once, because jobs may have changed its order before a second time. */
  readonly once?: true;
  /** Shown as indented JSON together with a hash of the exact bytes. */
  readonly pretty?: true;
}

/** Bytes sent through a socket as they are, one character a byte; the server ends the connection. */
export interface RawAsked {
  readonly name: string;
  readonly raw: string;
}

/** What happens between two requests. */
export type Deed =
  | { readonly sql: string }
  | { readonly accept: string; readonly codes?: readonly string[] }
  | { readonly reject: string }
  /** So many USD of an accepted order are paid back. */
  | { readonly reverse: string; readonly amount: string }
  /** Asks again and again, unrecorded, until the answer's headers or body hold the text. */
  | { readonly until: string; readonly of: Asked };

export type Row = Asked | RawAsked | Deed;

/** Requests of one topic, recorded in `answers/<name>.txt`. */
export interface Group {
  readonly name: string;
  readonly rows: readonly Row[];
}

export const API = '/client/api';

/** A GET of a route of the API. */
export function get(
  as: AccountName | undefined,
  route: string,
  name = route,
  more: Partial<Asked> = {},
): Asked {
  return { name, ...(as !== undefined && { as }), path: `${API}/${route}`, ...more };
}

/** The same number gives the same UUID. */
export function key(number: number): string {
  return `0b2f8c52-9c43-4c4c-8f5a-${String(number).padStart(12, '0')}`;
}

/** Makes newOrder requests of one account, each with its own idempotency key. */
export function ordersOf(as: AccountName, firstKey: number) {
  let next = firstKey;
  return (name: string, product: number | string, query = '', more: Partial<Asked> = {}): Asked => {
    const parameters = query === '' ? '' : `&${query}`;
    const route = `newOrder/${product}/params?order_uuid=${key(next++)}${parameters}`;
    return get(as, route, name, more);
  };
}
