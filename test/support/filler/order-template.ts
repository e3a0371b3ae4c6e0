import { Readable } from 'node:stream';
import type { Client } from 'pg';
import { CodeImportService } from '../../../src/fulfillment/codes/code-import.service.js';
import { OrderCloseService } from '../../../src/orders/order-close.service.js';
import { place } from '../book-pages.js';
import { reversalsOf } from '../reversals.js';
import type { TestShop } from '../test-shop.js';
import { until } from '../until.js';
import { CopiedTable } from './copied-table.js';

/** What becomes of an order. */
export type OrderFate =
  'waits' | 'accepted' | 'rejected' | 'reversed' | 'delivered' | 'bought' | 'free';

/** The rows of one order, as the services of the shop have written them. */
export interface OrderTemplate {
  readonly fate: OrderFate;
  /** The row of `orders`. */
  readonly order: readonly string[];
  /** When it was placed, as `Date.parse` has it. */
  readonly placedMs: number;
  /** The rows of all other tables that name it, each in the order in which they were written. */
  readonly rows: readonly { readonly table: CopiedTable; readonly row: readonly string[] }[];
}

export interface OrderTemplates {
  readonly orders: CopiedTable;
  readonly byFate: ReadonlyMap<OrderFate, OrderTemplate>;
}

/** What `place` sends, in JSON. */
export const SENT_PLAYER = '"7"';
export const TEMPLATE_STOCK = 'filled';
const OPERATOR = 'operator:1';
/** Most orders are closed by deliveries. */
const HANDLER = 'handler:manual';

const FATES: readonly OrderFate[] = [
  'waits',
  'accepted',
  'rejected',
  'reversed',
  'delivered',
  'bought',
  'free',
];

/** Has the shop take an order of each fate, and reads what that has written, whatever the tables and columns are. */
export async function makeTemplates(shop: TestShop, client: Client): Promise<OrderTemplates> {
  const account = await shop.account({ name: 'Model', balance: '1000' });
  const orders = await CopiedTable.of(client, 'orders');
  const tables = await tablesOfOrders(client);
  const byFate = new Map<OrderFate, OrderTemplate>();
  for (const fate of FATES) {
    const [id] = await place(account, await productFor(shop, fate));
    await close(shop, id, fate);
    const where = `account_id = ${account.id} AND order_id = '${id}'`;
    const [order = []] = await orders.read(client, where);
    const rows = [];
    for (const table of tables) {
      for (const row of await table.read(client, `${where} ORDER BY ctid`))
        rows.push({ table, row });
    }
    const placedMs = timeOf(orders.of(order, 'created_at'));
    byFate.set(fate, { fate, order, placedMs, rows });
  }
  return { orders, byFate };
}

/** The time of a text of PostgreSQL, in a session whose time zone is UTC. */
export function timeOf(text: string): number {
  return Date.parse(text.replace(' ', 'T').replace(/\+00$/, 'Z'));
}

async function productFor(shop: TestShop, fate: OrderFate): Promise<number> {
  if (fate === 'delivered') {
    const codes = Readable.from(['MODEL-CODE-1']);
    await shop.service(CodeImportService).import(TEMPLATE_STOCK, codes, {});
  }
  const product = await shop.product({
    price: fate === 'free' ? '0' : '1',
    fields: ['playerId'],
    fulfillment:
      fate === 'delivered' ? [{ handler: 'codes', settings: { stock: TEMPLATE_STOCK } }] : [],
  });
  const cost =
    "INSERT INTO product_costs (product_id, unit_cost, source) VALUES ($1, 0.5, 'manual')";
  await shop.db.query(cost, [product]);
  return product;
}

async function close(shop: TestShop, id: string, fate: OrderFate): Promise<void> {
  const closing = shop.service(OrderCloseService);
  const by = { actor: HANDLER };
  if (fate === 'delivered') await until(() => isAccepted(shop, id));
  if (fate === 'rejected') await closing.reject(id, { ...by, reason: 'not there' });
  if (['accepted', 'free', 'reversed', 'bought'].includes(fate)) await closing.accept(id, by);
  // No supplier is there.
  if (fate === 'bought') for (const sql of PURCHASE) await shop.db.query(sql, [id]);
  if (fate === 'reversed') {
    const half = { amount: '0.5', reason: 'half of it came', reference: 'model' };
    await reversalsOf(shop).reverse(id, { ...half, actor: OPERATOR });
  }
}

async function isAccepted({ db }: TestShop, id: string): Promise<boolean> {
  const sql = "SELECT FROM orders WHERE order_id = $1 AND status = 'accept'";
  return (await db.query(sql, [id])).length > 0;
}

/** What a purchase at the first supplier writes. $1 is the id of the order. */
const PURCHASE = [
  `INSERT INTO supplier_attempts (account_id, order_id, supplier_id, supplier_product, sends, sent_at, supplier_order_id, cost)
   SELECT account_id, order_id, 1, product_id, 1, created_at, order_id, 0.5 FROM orders WHERE order_id = $1`,
  "UPDATE order_costs SET source = 'supplier', supplier_id = 1 WHERE order_id = $1",
];

/** All that name an order, but for `orders`, and the index of searches, whose values are made anew. */
async function tablesOfOrders(client: Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      AND relname NOT IN ('orders', 'order_search_values', 'order_search_changes')
      AND (SELECT count(*) FROM pg_attribute WHERE attrelid = pg_class.oid AND NOT attisdropped
           AND attname IN ('account_id', 'order_id')) = 2
    ORDER BY relname`);
  const tables = [];
  for (const { name } of rows) tables.push(await CopiedTable.of(client, name));
  return tables;
}
