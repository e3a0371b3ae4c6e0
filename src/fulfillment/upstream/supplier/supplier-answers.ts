import { isRecord, withoutExponent, type JsonRecord } from '../../../common/json-values.js';
import { isPlainDecimal } from '../../../common/decimal.js';
import { fitsMoney } from '../../../common/money.js';
import { isStorableText, storableText } from '../../../common/text.js';

/** What an attempt has become at the supplier. */
export interface Purchased {
  readonly orderId: string;
  /** USD, where the supplier says it. */
  readonly cost: string | null;
}

/** An order of ours at a supplier. */
export type OrderThere =
  | { readonly kind: 'accept'; readonly codes: readonly string[]; readonly purchased: Purchased }
  | { readonly kind: 'wait'; readonly purchased: Purchased }
  /** It was an order, and is final: the supplier has given the money back. */
  | { readonly kind: 'rejected'; readonly purchased: Purchased };

/** What a supplier says of an order of ours. */
export type SupplierVerdict =
  | OrderThere
  /** This request made no order. An earlier one under the same key may still. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** Nothing is known under the key. */
  | { readonly kind: 'unseen' }
  /** Anything that does not say for certain what became of the order. */
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * Refusals after which no order exists under the key: balance, stock, quantity, player, product, parameters, sealed.
 * The others (111, 116, 120–123, 130, 404, 405, 500 and whatever else) say nothing about it.
 */
const DEFINITE_REFUSALS: ReadonlySet<string> = new Set(
  [100, 105, 106, 107, 109, 110, 112, 113, 114, 117].map(String),
);

const LONGEST_ORDER_ID = 200;
const LONGEST_TOLD = 200;

const CODE = /^\d{1,4}$/;

/** The code of an error answer; undefined for none, and for what is neither a number nor digits. */
export function errorCodeOf(body: unknown): string | undefined {
  if (!isRecord(body) || body.status !== 'ERROR') return undefined;
  const code = body.code ?? body.error_code;
  return typeof code === 'string' && CODE.test(code) ? code : undefined;
}

/** What an answer says of itself, for the operator. */
export function told({ status, code, error_code, message, error }: JsonRecord): string {
  const words = [status, code ?? error_code, message ?? error];
  const texts = words.filter((word) => typeof word === 'string');
  return storableText(texts.join(' ').slice(0, LONGEST_TOLD));
}

/** Reads the answer of newOrder. @param body parsed with numbers as text; undefined when it is no JSON. */
export function placedVerdict(body: unknown): SupplierVerdict {
  if (!isRecord(body)) return unknown('newOrder gives no JSON object');
  if (isDefiniteRefusal(body))
    return { kind: 'refused', reason: `the supplier says ${told(body)}` };
  if (body.status !== 'OK') return unknown(`the supplier says ${told(body)}`);
  if (!isRecord(body.data)) return unknown('the answer of newOrder has no order');
  return stateOf(body.data, nestedCodes(body.data.replay_api));
}

/** Reads the answer of check for one key. */
export function checkedVerdict(body: unknown): SupplierVerdict {
  if (!isRecord(body) || body.status !== 'OK' || !Array.isArray(body.data)) {
    return unknown(isRecord(body) ? `check says ${told(body)}` : 'check gives no JSON object');
  }
  if (body.data.length === 0) return { kind: 'unseen' };
  const [order, ...others] = body.data as unknown[];
  if (!isRecord(order) || others.length > 0) return unknown('check lists something else');
  return stateOf(order, flatCodes(order.replay_api));
}

/** True when an answer of check with seal=1 says that the key can never become an order. */
export function isSealed(body: unknown, uuid: string): boolean {
  if (!isRecord(body) || body.status !== 'OK' || !Array.isArray(body.sealed)) return false;
  return (body.sealed as unknown[]).some(
    (key) => typeof key === 'string' && key.toLowerCase() === uuid,
  );
}

/** True for a body that a shop in good health sends, be it a refusal: of one that is not, the next calls expect little. */
export function isSound(body: unknown): boolean {
  if (Array.isArray(body)) return true;
  return isRecord(body) && (body.status === 'OK' || isDefiniteRefusal(body));
}

/** One that shows an order all the same says two things at once. */
function isDefiniteRefusal(body: JsonRecord): boolean {
  const showsOrder = isRecord(body.data) && 'order_id' in body.data;
  return !showsOrder && DEFINITE_REFUSALS.has(errorCodeOf(body) ?? '');
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

/** Undefined for what cannot be an order. Its price is only told, so one that cannot be read spoils nothing. */
function purchasedOf({ order_id: id, price }: JsonRecord): Purchased | undefined {
  if (typeof id !== 'string' || id === '' || id.length > LONGEST_ORDER_ID) return undefined;
  if (!isStorableText(id)) return undefined;
  const cost = withoutExponent(price);
  const readable = typeof cost === 'string' && isPlainDecimal(cost) && fitsMoney(cost);
  return { orderId: id, cost: readable ? cost : null };
}

/** newOrder: `[{"replay":["A","B"]}]`, or null. Undefined for what is neither. */
function nestedCodes(replay: unknown): readonly string[] | undefined {
  if (replay === null || replay === undefined) return [];
  if (!Array.isArray(replay)) return undefined;
  const lists = replay.map((entry: unknown) =>
    isRecord(entry) && 'replay' in entry ? flatCodes(entry.replay) : undefined,
  );
  return lists.every((list) => list !== undefined) ? lists.flat() : flatCodes(replay);
}

/** check: `["A","B"]`, or null. Undefined for what is neither. */
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
