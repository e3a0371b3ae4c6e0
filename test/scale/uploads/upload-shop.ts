import { ShopRows } from '../../../src/start/testing/shop-rows.js';
import { newSecretKey } from '../../../src/common/secret-box.js';
import { addressOf } from '../../chaos/server.js';
import { addOperator, signIn } from '../../support/console-operator.js';
import { Instance } from '../../support/instance.js';
import type { TestBrowser } from '../../support/test-browser.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { largeShop } from '../large/large-shop.js';
import { WatchedServer } from '../watched-server.js';

const OWNER = 'ada';
const AUDIENCES = 10;

/** A large shop on a database of its own, with an owner who can sign in, and an account that can pay. */
export interface UploadShop {
  readonly db: TestDatabase;
  readonly shelves: readonly number[];
  /** Of the account. */
  readonly token: string;
  readonly settings: Record<string, string>;
}

export async function uploadShop(products: number): Promise<UploadShop> {
  const db = await createTestDatabase();
  const { shelves } = await largeShop(db, products, AUDIENCES, AUDIENCES);
  // As a file would hold them, so that not each of them differs.
  await db.query(COMPACT);
  await db.query('ANALYZE products');
  const { token } = await new ShopRows(db).account({ balance: '1000000000' });
  const settings = { ...addressOf(db), SECRET_KEYS: newSecretKey() };
  const instance = await Instance.on(db, { SECRET_KEYS: settings.SECRET_KEYS });
  await addOperator(instance, OWNER, 'owner');
  await instance.close();
  return { db, shelves, token, settings };
}

export function startedServer({ settings }: UploadShop): Promise<WatchedServer> {
  return WatchedServer.start(settings);
}

/** The browser of the owner. */
export async function ownerBrowser({ baseUrl }: WatchedServer): Promise<TestBrowser> {
  return (await signIn({ baseUrl }, OWNER)).browser;
}

const COMPACT = `
  UPDATE products SET qty_values = ('{"min":"1","max":"' || 1000 + id || '"}')::json`;
