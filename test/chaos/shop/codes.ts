import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSecretKey, SecretBox, secretKeyOf } from '../../../src/common/secret-box.js';
import { souk } from '../../support/command-line.js';
import type { TestDatabase } from '../../support/test-database.js';
import type { OrderBook } from './order-book.js';

/** Keeps the codes of all scenarios secret. */
export const SECRET_KEY = newSecretKey();

/** More than any scenario sells. */
const STOCKED = 50_000;

/** Imports codes as an operator would. @param prefix of the codes, so that those of two shops differ. */
export async function fillStock(
  db: TestDatabase,
  stock: string,
  count = STOCKED,
  prefix = stock,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-chaos-'));
  const file = join(folder, 'codes.txt');
  await writeFile(file, Array.from({ length: count }, (_, n) => `${prefix}-${n}`).join('\n'));
  const settings = {
    DATABASE_URL: db.url,
    DATABASE_DIRECT_URL: db.directUrl,
    SECRET_KEYS: SECRET_KEY,
  };
  const { code, err } = await souk(settings, 'codes', 'import', stock, file);
  await rm(folder, { recursive: true });
  if (code !== 0) throw new Error(err);
}

/** How many codes have left the stock. */
export async function soldCodes(db: TestDatabase): Promise<number> {
  const [row] = await db.query<{ sold: number }>(
    'SELECT count(order_id)::integer AS sold FROM stock_codes',
  );
  return row?.sold ?? 0;
}

interface OrderCodes {
  readonly account_id: number;
  readonly order_id: string;
  readonly order_uuid: string;
  readonly quantity: string;
  readonly sealed_codes: Buffer;
}

interface StockRow {
  readonly account_id: number;
  readonly order_id: string;
  readonly stock: string;
  readonly sealed_code: Buffer;
}

/** An order with the codes that were delivered for it. */
export type DeliveredOrder = Omit<OrderCodes, 'sealed_codes'> & {
  readonly codes: readonly string[];
};

/** Opens the codes of all orders. */
export async function deliveredOrders(db: TestDatabase): Promise<DeliveredOrder[]> {
  const box = boxOfCodes();
  const orders = await db.query<OrderCodes>(
    `SELECT account_id, order_id, order_uuid, quantity, sealed_codes FROM orders
     WHERE sealed_codes IS NOT NULL`,
  );
  return orders.map(({ sealed_codes: sealed, ...order }) => {
    const about = `order:${order.account_id}:${order.order_id}`;
    return { ...order, codes: JSON.parse(box.decrypt(sealed, about)) as string[] };
  });
}

/**
 * Opens every code there is: none is in two orders, an order out of stock has as many as it was charged for, those
 * that the stock gave it, and its client heard no others.
 */
export async function codeFaults(
  db: TestDatabase,
  book: OrderBook,
  isCode: (text: string) => boolean,
): Promise<string[]> {
  const box = boxOfCodes();
  const orders = await deliveredOrders(db);
  const stock = await db.query<StockRow>(
    `SELECT account_id, order_id, stock, sealed_code FROM stock_codes
     WHERE order_id IS NOT NULL ORDER BY id`,
  );
  const taken = Map.groupBy(
    stock.map((row) => ({ ...row, code: box.decrypt(row.sealed_code, `stock:${row.stock}`) })),
    ({ order_id: id }) => id,
  );
  const heard = new Map(book.orders.map((order) => [order.uuid, order.codes]));
  const seen = new Set<string>();
  const faults: string[] = [];
  for (const order of orders) {
    const { codes } = order;
    const about = `order:${order.account_id}:${order.order_id}`;
    if (codes.some((code) => isCode(code) && seen.has(code)))
      faults.push(`a code of ${about} was delivered twice`);
    for (const code of codes) seen.add(code);
    const given = taken.get(order.order_id);
    taken.delete(order.order_id);
    if (given && (codes.length !== Number(order.quantity) || !same(codes, given.map(codeOf)))) {
      faults.push(`${about} has other codes than the stock gave it`);
    }
    if (heard.get(order.order_uuid)?.some((list) => !same(list, codes))) {
      faults.push(`the client of ${about} heard other codes than the order has`);
    }
  }
  return [...faults, ...[...taken.keys()].map((id) => `the codes of ${id} are not in the order`)];
}

function boxOfCodes(): SecretBox {
  const key = secretKeyOf(SECRET_KEY);
  return new SecretBox(key ? [key] : []);
}

function codeOf({ code }: { code: string }): string {
  return code;
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((code, index) => code === other[index]);
}
