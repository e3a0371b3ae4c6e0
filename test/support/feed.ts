import { API } from './book-pages.js';
import type { TestAccount } from './test-shop.js';

/** By what an event can be verified. */
export interface Receipt {
  readonly event: readonly (string | null)[];
  readonly previous_hash: string;
  readonly hash: string;
  readonly salts: string | null;
  readonly texts: readonly (string | null)[] | null;
}

/** An event of the feed; the members of its order stand beside these. */
export interface FeedEvent {
  readonly event: string;
  readonly number: number;
  readonly at: string;
  readonly order_id: string;
  readonly status: string;
  readonly data: Readonly<Record<string, string>>;
  readonly replay_api: readonly string[] | null;
  readonly test?: true;
  readonly receipt?: Receipt;
}

/** An answer of the feed. */
export interface Feed {
  readonly status: string;
  readonly data: readonly FeedEvent[];
  readonly cursor: string;
  readonly restarted?: true;
}

/** @param query behind the question mark. */
export async function feedOf({ api }: TestAccount, query = ''): Promise<Feed> {
  const { status, text, json } = await api(`${API}/orders/changes?${query}`);
  expect([query, status, text.slice(0, 200)]).toEqual([query, 200, expect.any(String)]);
  return json as Feed;
}

/** `1 placed ID_…` of each. */
export function told({ data }: Pick<Feed, 'data'>): string[] {
  return data.map(({ number, event, order_id: order }) => `${number} ${event} ${order}`);
}
