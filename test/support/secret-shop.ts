import { randomUUID } from 'node:crypto';
import { secludedAccount } from './secluded.js';
import type { TestAccount, TestShop } from './test-shop.js';
import { workerShop } from './worker-shop.js';

/** Stands in every text that only the owner may see. */
export const SECRET = 'SECRET';

export interface Item {
  readonly category: number;
  readonly product: number;
}

/** Why the outsider does not find an item. */
type Reason =
  'missing' | 'hidden' | 'below hidden' | 'hidden and switched off' | 'deleted' | 'below deleted';

/** A shop with secrets between two resellers, who see nothing of other specs. */
export interface SecretShop {
  readonly shop: TestShop;
  /** Sees the secret items and has ordered one. */
  readonly owner: TestAccount;
  /** Sees none of them. */
  readonly outsider: TestAccount;
  /** A category and a product for each reason. */
  readonly gone: Readonly<Record<Reason, Item>>;
  readonly order: { readonly id: string; readonly uuid: string };
  /** Adds a secret item below a category. */
  insertSecret(categoryId: number): Promise<Item>;
}

export async function secretShop(): Promise<SecretShop> {
  const shop = await workerShop();
  const email = `${SECRET}@owner.example`;
  const owner = await secludedAccount(shop, { name: `${SECRET} Ltd`, email, balance: '50' });
  const outsider = await secludedAccount(shop, { name: 'Outsider', balance: '100' });
  const gone = await insertGone(shop, outsider);
  const order = await placeOrder(owner, gone.hidden.product);
  const insert = (categoryId: number): Promise<Item> => insertSecret(shop, categoryId, categoryId);
  return { shop, owner, outsider, gone, order, insertSecret: insert };
}

async function insertGone(shop: TestShop, outsider: TestAccount): Promise<Record<Reason, Item>> {
  const shared = await shop.category({ name: 'Shared' });
  await shop.product({ categoryId: shared, name: 'Shared product' });
  const hidden = await insertSecret(shop, shared);
  const above = await insertSecret(shop, shared);
  const off = await insertSecret(shop, shared);
  for (const item of [hidden, above, off]) await hideFrom(shop, outsider, item);
  await shop.db.query('UPDATE products SET available = false WHERE id = $1', [off.product]);
  const below = await insertSecret(shop, above.category, above.category);
  // What shows an item below a hidden category does not bring it back.
  await shop.db.query(
    'INSERT INTO visibility_rules (account_id, product_id, visible) VALUES ($1, $2, true)',
    [outsider.id, below.product],
  );
  const deleted = await insertSecret(shop, shared);
  await deleteItem(shop, deleted);
  return {
    missing: { category: 900_000_001, product: 900_000_001 },
    hidden,
    'below hidden': below,
    'hidden and switched off': off,
    deleted,
    'below deleted': await insertSecret(shop, deleted.category, deleted.category),
  };
}

/** A category and a product that tell the secret in every column that holds a text. */
async function insertSecret(
  shop: TestShop,
  productIn: number,
  parentId: number | null = null,
): Promise<Item> {
  const image = `/images/${SECRET}.svg`;
  const category = await shop.category({ parentId, name: `${SECRET} category`, image });
  const field = { name: SECRET, label: SECRET, type: 'string', required: true } as const;
  const fields = [{ ...field, pattern: `${SECRET}|1`, options: [SECRET, '1'] }];
  const name = `${SECRET} product`;
  const product = await shop.product({ categoryId: productIn, name, image, fields, price: '9' });
  return { category, product };
}

async function hideFrom(
  shop: TestShop,
  { id }: TestAccount,
  { category, product }: Item,
): Promise<void> {
  await shop.db.query(
    `INSERT INTO visibility_rules (account_id, category_id, product_id, visible)
     VALUES ($1, $2, NULL, false), ($1, NULL, $3, false)`,
    [id, category, product],
  );
}

async function deleteItem(shop: TestShop, { category, product }: Item): Promise<void> {
  await shop.db.query('UPDATE categories SET deleted_at = now() WHERE id = $1', [category]);
  await shop.db.query('UPDATE products SET deleted_at = now() WHERE id = $1', [product]);
}

async function placeOrder(
  { api }: TestAccount,
  productId: number,
): Promise<{ id: string; uuid: string }> {
  const uuid = randomUUID();
  const path = `/client/api/newOrder/${productId}/params?order_uuid=${uuid}&${SECRET}=1`;
  const { json } = await api(path);
  return { id: (json as { data: { order_id: string } }).data.order_id, uuid };
}
