import { getRequest } from '../../bench/raw-client.js';
import { largeShop } from '../scale/large/large-shop.js';
import { ShopRows } from '../../src/start/testing/shop-rows.js';
import type { TestDatabase } from '../support/test-database.js';

/** Behind the products that are only read. */
const ORDERED = 900_001;
/** Accounts that all see the same. */
const CROWD = 200;
/** Honest prices of what is ordered. */
const PRICE = '1.26048';

/** A shop whose resellers are the attackers, but for one. */
export interface SiegeShop {
  readonly db: TestDatabase;
  readonly products: number;
  /** Tokens of accounts that each see something else. */
  readonly audiences: readonly string[];
  /** Tokens of accounts that all see the same. */
  readonly crowd: readonly string[];
  /** An honest account that can pay. */
  readonly honest: string;
  readonly honestId: number;
  /** Orders need a `playerId`. */
  readonly plain: number;
  /** Orders need a `playerId` of a pattern that some engines match in exponential time. */
  readonly patterned: number;
}

/** Fills a migrated database. */
export async function siegeShop(
  db: TestDatabase,
  products: number,
  audiences: number,
): Promise<SiegeShop> {
  const { readers } = await largeShop(db, products, audiences, audiences);
  const rows = new ShopRows(db);
  const crowd: string[] = [];
  for (let number = 1; number <= CROWD; number++) {
    crowd.push((await rows.account({ name: `Crowd ${number}` })).token);
  }
  const { id: honestId, token: honest } = await rows.account({
    name: 'Honest',
    balance: '1000000',
  });
  const categoryId = await rows.category({ id: ORDERED });
  const row = { categoryId, price: PRICE, type: 'package' } as const;
  const plain = await rows.product({ id: ORDERED, ...row, fields: ['playerId'] });
  const field = { name: 'playerId', label: 'playerId', type: 'string', required: true } as const;
  const fields = [{ ...field, pattern: '([0-9]+)+x' }];
  const patterned = await rows.product({ id: ORDERED + 1, ...row, fields });
  for (const table of ['categories', 'products']) await db.query(nextIdOf(table));
  const tokens = readers.map(({ token }) => token);
  return { db, products, audiences: tokens, crowd, honest, honestId, plain, patterned };
}

/** Rows were given their ids here; what the server adds comes behind them. */
function nextIdOf(table: string): string {
  return `SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table}`;
}

/** The bytes of a GET of the API. @param path behind `/client/api/` */
export function apiRequest(path: string, token: string): string {
  return getRequest(`/client/api/${path}`, { 'api-token': token });
}

/** An order that nobody has placed before. */
export function orderRequest({ plain, honest }: SiegeShop): string {
  return apiRequest(`newOrder/${plain}/params?playerId={n}&order_uuid={uuid}`, honest);
}

/** The head of an order by POST whose body is to have 100 bytes. */
export function unfinishedPost({ plain }: SiegeShop, token: string): string {
  const head = getRequest(`/client/api/newOrder/${plain}/params`, {
    'api-token': token,
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': '100',
  });
  return head.replace(/^GET/, 'POST');
}
