import { isRecord, type JsonRecord } from '../../catalog/import/reading/json-values.js';
import { isStorableText } from '../../common/text.js';

/** What a supplier says of an order of ours. */
export type SupplierVerdict =
  | { readonly kind: 'accept'; readonly codes: readonly string[] }
  | { readonly kind: 'wait' }
  /** Rejected after it had been an order, or refused before it became one. Either way it is none, and not charged. */
  | { readonly kind: 'none'; readonly reason: string }
  /** Nothing is known under the key. */
  | { readonly kind: 'unseen' }
  /** Anything that does not say for certain what became of the order. */
  | { readonly kind: 'unknown'; readonly why: string };

/**
 * Refusals after which no order exists under the key: balance, stock, quantity, player, product, parameters, sealed.
 * The others (111, 116, 120–123, 130, 404, 405, 500 and whatever else) say nothing about it.
 */
const DEFINITE_REFUSALS = new Set([
  '100',
  '105',
  '106',
  '107',
  '109',
  '110',
  '112',
  '113',
  '114',
  '117',
]);

/** Reads the answer of newOrder. @param body parsed with numbers as text; undefined when it is no JSON. */
export function placedVerdict(body: unknown): SupplierVerdict {
  if (!isRecord(body)) return unknown('the answer is no JSON object');
  if (body.status === 'ERROR') return refusalOf(body);
  const { data } = body;
  if (body.status !== 'OK' || !isRecord(data)) return unknown('the answer has no order');
  return stateOf(data.status, nestedCodes(data.replay_api));
}

/** Reads the answer of check for one key. */
export function checkedVerdict(body: unknown): SupplierVerdict {
  if (!isRecord(body) || body.status !== 'OK' || !Array.isArray(body.data)) {
    return unknown(isRecord(body) ? `check says ${told(body)}` : 'check gives no JSON object');
  }
  if (body.data.length === 0) return { kind: 'unseen' };
  const [order, ...others] = body.data as unknown[];
  if (!isRecord(order) || others.length > 0) return unknown('check lists something else');
  return stateOf(order.status, flatCodes(order.replay_api));
}

/** True when an answer of check with seal=1 says that the key can never become an order. */
export function isSealed(body: unknown, uuid: string): boolean {
  if (!isRecord(body) || body.status !== 'OK' || !Array.isArray(body.sealed)) return false;
  return (body.sealed as unknown[]).some((key) => String(key).toLowerCase() === uuid);
}

function stateOf(status: unknown, codes: readonly string[] | undefined): SupplierVerdict {
  switch (status) {
    case 'wait':
      return { kind: 'wait' };
    case 'reject':
      return { kind: 'none', reason: 'the supplier rejected it' };
    case 'accept':
      return codes ? { kind: 'accept', codes } : unknown('the delivered codes cannot be read');
    default:
      return unknown('the order has a state that does not exist');
  }
}

function refusalOf(body: JsonRecord): SupplierVerdict {
  const code = String(body.code ?? body.error_code);
  if (!DEFINITE_REFUSALS.has(code)) return unknown(`the supplier says ${told(body)}`);
  return { kind: 'none', reason: `the supplier says ${told(body)}` };
}

function told({ status, code, error_code, message, error }: JsonRecord): string {
  const words = [status, code ?? error_code, message ?? error].filter((word) => word !== undefined);
  return words.map(String).join(' ').slice(0, 200);
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
