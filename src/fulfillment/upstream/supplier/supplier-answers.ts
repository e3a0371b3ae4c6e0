import { isRecord, withoutExponent, type JsonRecord } from '../../../common/json-values.js';
import { isPlainDecimal } from '../../../common/decimal.js';
import { fitsMoney, roundedMoney } from '../../../common/money.js';
import { isStorableText, storableText } from '../../../common/text.js';

/** The supplier's order for an attempt. */
export interface Purchased {
  readonly orderId: string;
  /** USD, rounded half up to 8 decimals; null if the answer has no valid price. */
  readonly cost: string | null;
}

/** The state of our order at a supplier. */
export type OrderThere =
  | { readonly kind: 'accept'; readonly codes: readonly string[]; readonly purchased: Purchased }
  | { readonly kind: 'wait'; readonly purchased: Purchased }
  /** The supplier accepted the order first and has rejected and refunded it since; this is final. */
  | { readonly kind: 'rejected'; readonly purchased: Purchased };

/** What an answer of a supplier says about our order. */
export type SupplierVerdict =
  | OrderThere
  /** This request created no order. An earlier request with the same key may still create one. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** The supplier knows no order with the key. */
  | { readonly kind: 'unseen' }
  /** The answer is not certain about the order. */
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * Errors after which no order exists under the key: balance, stock, quantity, player, product, parameters, sealed key,
 * price limit, spend cap, and those of a shop's own checks. All others (111, 116, 120–124, 130, 404, 405, 500 and unknown
 * ones) say nothing about the order.
 */
const DEFINITE_REFUSALS: ReadonlySet<string> = new Set(
  [100, 105, 106, 107, 109, 110, 112, 113, 114, 117, 118, 119].map(String),
);

/** Codes that are kept for the checks of shops. */
const REFUSAL_OF_A_CHECK = /^6\d\d$/;

const MAX_ORDER_ID_CHARACTERS = 200;
const MAX_ERROR_TEXT_CHARACTERS = 200;

const CODE = /^\d{1,4}$/;

/** The code of an error answer; undefined for other answers, and for an invalid code. */
export function errorCodeOf(body: unknown): string | undefined {
  if (!isRecord(body) || body.status !== 'ERROR') return undefined;
  const code = body.code ?? body.error_code;
  return typeof code === 'string' && CODE.test(code) ? code : undefined;
}

/** Status, code and message of an answer, for the operator. */
export function told({ status, code, error_code, message, error }: JsonRecord): string {
  const words = [status, code ?? error_code, message ?? error];
  const texts = words.filter((word) => typeof word === 'string');
  return storableText(texts.join(' ').slice(0, MAX_ERROR_TEXT_CHARACTERS));
}

/** Reads the answer to newOrder. @param body parsed with numbers as text; undefined if it is not JSON. */
export function placedVerdict(body: unknown): SupplierVerdict {
  if (!isRecord(body)) return unknown('newOrder gives no JSON object');
  if (isDefiniteRefusal(body))
    return { kind: 'refused', reason: `the supplier says ${told(body)}` };
  if (body.status !== 'OK') return unknown(`the supplier says ${told(body)}`);
  if (!isRecord(body.data)) return unknown('the answer of newOrder has no order');
  return stateOf(body.data, nestedCodes(body.data.replay_api));
}

/** Reads the answer to check for one key. */
export function checkedVerdict(body: unknown): SupplierVerdict {
  if (!isRecord(body) || body.status !== 'OK' || !Array.isArray(body.data)) {
    return unknown(isRecord(body) ? `check says ${told(body)}` : 'check gives no JSON object');
  }
  if (body.data.length === 0) return { kind: 'unseen' };
  const [order, ...others] = body.data as unknown[];
  if (!isRecord(order) || others.length > 0) return unknown('check lists something else');
  return stateOf(order, flatCodes(order.replay_api));
}

/**
 * Reads the answer to check for several orders by their ids. An answer that shows an order twice, or one that was not asked
 * for, is certain about none of them.
 * @returns what is certain, by the id; an order that is missing, or cannot be read, is not among them
 */
export function checkedOrders(
  body: unknown,
  orderIds: readonly string[],
): ReadonlyMap<string, OrderThere> {
  const certain = new Map<string, OrderThere>();
  if (!isRecord(body) || body.status !== 'OK' || !Array.isArray(body.data)) return certain;
  const left = new Set<unknown>(orderIds);
  for (const order of body.data as unknown[]) {
    if (!isRecord(order) || !left.delete(order.order_id)) return new Map();
    const verdict = stateOf(order, flatCodes(order.replay_api));
    if ('purchased' in verdict) certain.set(verdict.purchased.orderId, verdict);
  }
  return certain;
}

/** True if the answer to check with seal=1 says that the key can never become an order. */
export function isSealed(body: unknown, uuid: string): boolean {
  if (!isRecord(body) || body.status !== 'OK' || !Array.isArray(body.sealed)) return false;
  return (body.sealed as unknown[]).some(
    (key) => typeof key === 'string' && key.toLowerCase() === uuid,
  );
}

/** True for an answer of a working shop, including refusals; other answers count as failures for the circuit breaker. */
export function isValidAnswer(body: unknown): boolean {
  if (Array.isArray(body)) return true;
  return isRecord(body) && (body.status === 'OK' || isDefiniteRefusal(body));
}

/** An error answer that also contains an order is contradictory, and so is not definite. */
function isDefiniteRefusal(body: JsonRecord): boolean {
  const showsOrder = isRecord(body.data) && 'order_id' in body.data;
  const code = errorCodeOf(body) ?? '';
  return !showsOrder && (DEFINITE_REFUSALS.has(code) || REFUSAL_OF_A_CHECK.test(code));
}

function stateOf(order: JsonRecord, codes: readonly string[] | undefined): SupplierVerdict {
  const purchased = purchasedOf(order);
  if (!purchased) return unknown('the order has no id');
  switch (order.status) {
    case 'wait':
      return { kind: 'wait', purchased };
    case 'reject':
      return { kind: 'rejected', purchased };
    case 'accept':
      if (!codes) return unknown('the delivered codes cannot be read');
      return { kind: 'accept', codes, purchased };
    default:
      return unknown('the order has a state that does not exist');
  }
}

/** Undefined if the order has no valid id. An invalid price is ignored, because the price is only informative. */
function purchasedOf({ order_id: id, price }: JsonRecord): Purchased | undefined {
  if (typeof id !== 'string' || id === '' || id.length > MAX_ORDER_ID_CHARACTERS) return undefined;
  if (!isStorableText(id)) return undefined;
  const text = withoutExponent(price);
  const cost = typeof text === 'string' && isPlainDecimal(text) ? roundedMoney(text) : null;
  return { orderId: id, cost: cost !== null && fitsMoney(cost) ? cost : null };
}

/** The codes of newOrder: `[{"replay":["A","B"]}]`, or null. Undefined for anything else. */
function nestedCodes(replay: unknown): readonly string[] | undefined {
  if (replay === null || replay === undefined) return [];
  if (!Array.isArray(replay)) return undefined;
  const lists = replay.map((entry: unknown) =>
    isRecord(entry) && 'replay' in entry ? flatCodes(entry.replay) : undefined,
  );
  return lists.every((list) => list !== undefined) ? lists.flat() : flatCodes(replay);
}

/** The codes of check: `["A","B"]`, or null. Undefined for anything else. */
function flatCodes(replay: unknown): readonly string[] | undefined {
  if (replay === null || replay === undefined) return [];
  return Array.isArray(replay) && replay.every(isCode) ? replay : undefined;
}

function isCode(code: unknown): code is string {
  return typeof code === 'string' && code.trim() !== '' && isStorableText(code);
}

function unknown(why: string): SupplierVerdict {
  return { kind: 'unknown', why };
}
