import { isOperatorError, OperatorError } from '../../common/app-error.js';
import type { Order } from '../../orders/order.entity.js';
import type { OpenShop } from '../context/command-context.js';
import { noteChanged } from '../context/noted-change.js';
import type { Terminal } from '../context/terminal.js';
import { typedLines } from '../context/typed-lines.js';
import { orderRow } from './order-rows.js';

/** The option of a command that closes orders. */
export const ORDERS_FILE = [
  '--file <file>',
  'more order ids, one a line, quoted or not; - is standard input',
] as const;

/** The same, for orders that are being bought. */
export const DESPITE_PURCHASE = [
  '--despite-purchase',
  'also orders that a supplier may still deliver, and charge for',
] as const;

/** The ids of a command, each once. @throws OperatorError if there is none */
export async function ordersToClose(
  words: readonly string[],
  file: string | undefined,
  terminal: Terminal,
): Promise<string[]> {
  const filed = file === undefined ? [] : await typedLines(file, 'order id', terminal);
  // A column that was cut out of a CSV has its quotes.
  const ids = new Set([...words, ...filed].map((id) => id.trim().replace(/^"(.*)"$/, '$1')));
  if (ids.size === 0) throw new OperatorError('Name an order, or a --file of orders.');
  return [...ids];
}

/**
 * Closes orders one by one, each in a transaction of its own, and shows those that were closed.
 * @throws OperatorError if any could not be closed; the others are closed nevertheless
 */
export async function closeOrders(
  ids: readonly string[],
  { shop, terminal }: { readonly shop: OpenShop; readonly terminal: Terminal },
  close: (orderId: string) => Promise<Order>,
): Promise<void> {
  const [first = '', ...others] = ids;
  if (others.length === 0) {
    const order = await close(first);
    noteClosed(shop, [order]);
    terminal.item(orderRow(order));
    return;
  }
  const closed: Order[] = [];
  try {
    for (const id of ids) {
      try {
        closed.push(await close(id));
      } catch (error) {
        if (!isOperatorError(error)) throw error;
        terminal.remark(error.message);
      }
    }
  } finally {
    // Those that were closed stay closed, stand in the audit and are shown, whatever ends the command for the others.
    noteClosed(shop, closed);
    terminal.list(closed.map(orderRow), 'No order was closed.');
  }
  const open = ids.length - closed.length;
  if (open > 0) throw new OperatorError(`${open} of ${ids.length} orders were not closed.`);
}

function noteClosed(shop: OpenShop, orders: readonly Order[]): void {
  const waiting = orders.map(({ orderId }) => [orderId, 'wait'] as const);
  const closed = orders.map(({ orderId, status }) => [orderId, status] as const);
  noteChanged(shop, Object.fromEntries(waiting), Object.fromEntries(closed));
}
