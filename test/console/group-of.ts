import type { TestShop } from '../support/test-shop.js';

/** A new group of accounts. */
export async function groupOf(shop: TestShop, name: string): Promise<{ id: number }> {
  const insert = 'INSERT INTO account_groups (name) VALUES ($1) RETURNING id';
  const [row] = (await shop.db.query(insert, [name])) as [{ id: number }];
  return row;
}
