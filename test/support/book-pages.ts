import { randomUUID } from 'node:crypto';
import { settled } from './settled.js';
import type { TestAccount } from './test-shop.js';

/** A page of the lists of a reseller's orders and ledger entries. */
export interface Page<Item> {
  readonly status: string;
  readonly data: readonly Item[];
  readonly next: string | null;
}

export const API = '/client/api';

export async function page<Item>({ api }: TestAccount, path: string): Promise<Page<Item>> {
  const { status, text, json } = await api(`${API}/${path}`);
  expect([path, status, text.slice(0, 200)]).toEqual([path, 200, expect.any(String)]);
  return json as Page<Item>;
}

/** All items, page by page. @param between is called between two pages. */
export async function walked<Item>(
  account: TestAccount,
  path: string,
  between: (pages: number) => Promise<void> = () => Promise.resolve(),
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor = '';
  for (let pages = 1; ; pages++) {
    const { data, next } = await page<Item>(account, `${path}${cursor}`);
    items.push(...data);
    if (next === null) return items;
    cursor = `&cursor=${next}`;
    await between(pages);
  }
}

export async function place(
  account: TestAccount,
  product: number,
): Promise<[id: string, uuid: string]> {
  const uuid = randomUUID();
  const path = `${API}/newOrder/${product}/params?order_uuid=${uuid}&playerId=7`;
  const { json } = await settled(() => account.api(path));
  return [(json as { data: { order_id: string } }).data.order_id, uuid];
}
