import { plain, usd } from '../decimals.js';
import type { ClientCall } from '../reading/client-calls.js';
import { productsSaid } from '../reading/catalog-answers.js';
import { fieldsOf, listOf, textOf } from '../reading/json.js';
import { shownOrder } from '../reading/shown-orders.js';
import { momentOf, orderOf, textOfCall } from '../reading/sightings.js';
import { isEntry } from '../reading/statements.js';
import type { Tally } from '../tally.js';

const CHECKER = 'answers';

/**
 * Judges that answers can be read. What the other checkers cannot read they leave out, as if nobody had answered: a fourth
 * state of an order, or an amount with an exponent, would hide all that is wrong with it.
 */
export function judgeAnswers(clients: readonly ClientCall[], tally: Tally): void {
  for (const call of clients) {
    const unread = unreadIn(call);
    if (unread === undefined) continue;
    tally.count(CHECKER, 1);
    if (unread === '') continue;
    tally.contradict({
      ...{ checker: CHECKER, subject: `account ${call.accountId}` },
      what: `nobody can read ${unread}`,
      operations: [{ ...momentOf(call), text: textOfCall(call) }],
    });
  }
}

/** What cannot be read in an answer; empty for none, undefined for an answer that tells nothing here. */
function unreadIn(call: ClientCall): string | undefined {
  const { route, code, json, parameters } = call;
  if (call.call.answer?.status !== 200 || code !== undefined) return undefined;
  if ((parameters.get('format') ?? 'json') !== 'json') return undefined;
  const fields = fieldsOf(json);
  switch (route) {
    case 'newOrder':
      return orderOf(call) && isUsd(fieldsOf(fields.data).price) ? '' : 'the order';
    case 'check':
    case 'orders': {
      const items = listOf(fields.data);
      const isRead = items.every((item) => shownOrder(item) && isUsd(fieldsOf(item).price));
      if (!isRead || !Array.isArray(fields.data)) return 'an order';
      return route === 'orders' && isRepeating(items) ? 'a list that has an order twice' : '';
    }
    case 'profile':
      return isUsd(fields.balance) ? '' : 'the balance';
    case 'statement':
      return Array.isArray(fields.data) && fields.data.every(isEntry) ? '' : 'an entry';
    default:
      return unreadPrice(call);
  }
}

function unreadPrice({ json }: ClientCall): string | undefined {
  const said = productsSaid(json);
  if (said.length === 0) return undefined;
  const prices = new Map<string, string>();
  for (const { id, price: text } of said) {
    if (text === undefined) continue;
    const price = plain(text);
    if (price === undefined) return `the price of product ${id}`;
    if ((prices.get(id) ?? price) !== price) return `two prices of product ${id} in one answer`;
    prices.set(id, price);
  }
  return '';
}

function isRepeating(orders: readonly unknown[]): boolean {
  return new Set(orders.map((order) => fieldsOf(order).order_id)).size < orders.length;
}

function isUsd(value: unknown): boolean {
  return usd(textOf(value) ?? '') !== undefined;
}
