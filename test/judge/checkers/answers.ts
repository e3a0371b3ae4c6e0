import { plain, usd } from '../decimals.js';
import type { ClientCall } from '../reading/client-calls.js';
import { productsSaid } from '../reading/catalog-answers.js';
import { fieldsOf, listOf, textOf } from '../reading/json.js';
import { shownOrder } from '../reading/shown-orders.js';
import { isSealing, momentOf, orderOf, textOfCall } from '../reading/sightings.js';
import { isEntry } from '../reading/statements.js';
import type { Tally } from '../tally.js';

const CHECKER = 'answers';
/** Routes that answer a file where another format than JSON is asked for. */
const FILES: ReadonlySet<string> = new Set(['orders', 'statement']);

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
  const { status = 0 } = call.call.answer ?? {};
  const fields = fieldsOf(json);
  if (code !== undefined) return undefined;
  if (fields.status === 'ERROR') return 'the code of a refusal';
  if (status < 200 || status >= 300) return undefined;
  if (FILES.has(route) && (parameters.get('format') ?? 'json') !== 'json') return undefined;
  switch (route) {
    case 'newOrder':
      return unreadOrder(call);
    case 'check':
      return isSealing(call) && !isTexts(fields.sealed) ? 'what was sealed' : unreadOrders(call);
    case 'orders':
      if (fields.next !== null && typeof fields.next !== 'string') return 'what the next page is';
      return isRepeating(listOf(fields.data))
        ? 'a list that has an order twice'
        : unreadOrders(call);
    case 'profile':
      return isUsd(fields.balance) ? '' : 'the balance';
    case 'statement':
      return Array.isArray(fields.data) && fields.data.every(isEntry) ? '' : 'an entry';
    default:
      return unreadPrice(call);
  }
}

function unreadOrder(call: ClientCall): string {
  const { status, data } = fieldsOf(call.json);
  const { price, replay_api: replay = null } = fieldsOf(data);
  if (status !== 'OK' || !orderOf(call) || !isUsd(price)) return 'the order';
  const isRead = replay === null || isAll(replay, (part) => isTexts(fieldsOf(part).replay));
  return isRead ? '' : 'the codes';
}

function unreadOrders({ json }: ClientCall): string {
  const { status, data } = fieldsOf(json);
  if (status !== 'OK' || !Array.isArray(data)) return 'the orders';
  for (const item of data) {
    const { price, replay_api: codes = null } = fieldsOf(item);
    if (!shownOrder(item) || !isUsd(price)) return 'an order';
    if (codes !== null && !isTexts(codes)) return 'the codes';
  }
  return '';
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

function isTexts(value: unknown): boolean {
  return isAll(value, (item) => textOf(item) !== undefined);
}

function isAll(value: unknown, isRead: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isRead);
}

function isUsd(value: unknown): boolean {
  return usd(textOf(value) ?? '') !== undefined;
}
