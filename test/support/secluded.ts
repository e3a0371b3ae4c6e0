import type { AccountRow } from '../../src/start/testing/shop-rows.js';
import type { TestAccount, TestShop } from './test-shop.js';

/**
 * An account that sees nothing of what the shop has so far. So a spec may assert all that its account sees: only what
 * it makes itself. It ends with `endSeclusion`, since the shop's memory holds all rules.
 */
export async function secludedAccount(shop: TestShop, row: AccountRow = {}): Promise<TestAccount> {
  const account = await shop.account(row);
  await shop.db.query(
    `INSERT INTO visibility_rules (account_id, category_id, visible)
     SELECT $1, id, false FROM categories WHERE parent_id IS NULL`,
    [account.id],
  );
  return account;
}

/** Takes the rules of an account away, those for its seclusion included. */
export async function endSeclusion(shop: TestShop, { id }: TestAccount): Promise<void> {
  await shop.db.query('DELETE FROM visibility_rules WHERE account_id = $1', [id]);
}
