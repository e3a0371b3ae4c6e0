import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { commitmentsTo } from '../../../common/commitment.js';
import { isRecord, listOf, type JsonRecord } from '../../../common/json-values.js';
import type { ChainedEntry } from '../../ledger/ledger-chain.js';
import { committedTexts, entryHash, type EntryTexts } from '../../ledger/ledger-hash.js';

/** An entry or event as a file states it. */
export interface FileLink {
  readonly part: 'entry' | 'event';
  readonly accountId: number;
  readonly number: number;
  readonly previous: string;
  readonly hash: string;
  /** True if it is what its hash says. @param stored an entry of the same hash, with the texts that are withheld from a reseller */
  isWhole(stored: ChainedEntry | undefined): boolean;
}

type Texts = readonly (string | null)[];

const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isTexts = (values: unknown): values is Texts =>
  Array.isArray(values) && values.every((one) => one === null || typeof one === 'string');
const bytesOf = (hex: string | null): Buffer => Buffer.from(hex ?? '', 'hex');

/** The value of a JSON text; undefined if it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An entry of a statement; undefined if it is none. */
export function entryIn(shown: JsonRecord): FileLink | undefined {
  const { account_id: account, sequence, previous_hash: previous, entry_hash: hash } = shown;
  const { kind, amount, balance_after: balanceAfter, order_id: orderId, created_at: at } = shown;
  // The release before does not have commitments.
  const { reference, note, actor, commitments = null, salts = null } = shown;
  const texts = { kind, amount, balanceAfter, orderId, reference, note, actor, commitments };
  const isEntry = isTexts([...Object.values(texts), at, salts]) && isHash(previous) && isHash(hash);
  if (!isEntry || !Number.isSafeInteger(account) || !Number.isSafeInteger(sequence)) return;
  const ids = { accountId: String(account), sequence: String(sequence), createdAt: at };
  const entry = { ...ids, ...texts } as EntryTexts;
  const isWithheld = reference === null && note === null && actor === null;
  const isWhole = (stored: ChainedEntry | undefined): boolean => {
    // Nothing can be computed of the old form without its texts.
    if (isWithheld && commitments === null && !stored) return true;
    const withheld = isWithheld && stored;
    const told = withheld
      ? { ...entry, reference: stored.reference, note: stored.note, actor: stored.actor }
      : entry;
    if (entryHash(bytesOf(previous), told).toString('hex') !== hash) return false;
    if (commitments === null || (isWithheld && salts === null)) return true;
    return commitmentsTo(committedTexts(entry), bytesOf(salts as string | null)) === commitments;
  };
  const [accountId, number] = [Number(account), Number(sequence)];
  return { part: 'entry', accountId, number, previous, hash, isWhole };
}

/** An event of the feed with its receipt; undefined if it is none. */
export function eventIn(shown: JsonRecord): FileLink | undefined {
  if (!isRecord(shown.receipt)) return;
  const { event: list, previous_hash: previous, hash, salts = null, texts = null } = shown.receipt;
  const isEvent = isTexts(list) && isTexts([salts]) && (texts === null || isTexts(texts));
  if (!isEvent || !isHash(previous) || !isHash(hash)) return;
  const [accountId, number] = [Number(list[0]), Number(list[1])];
  if (!Number.isSafeInteger(accountId) || !Number.isSafeInteger(number)) return;
  const isWhole = (): boolean => {
    const sum = createHash('sha256').update(bytesOf(previous)).update(JSON.stringify(list));
    if (sum.digest('hex') !== hash || !isShownSo(shown, list, texts)) return false;
    const proven = texts && commitmentsTo(texts, bytesOf(salts as string | null));
    return texts === null || proven === (list.at(-1) ?? '');
  };
  return { part: 'event', accountId, number, previous, hash, isWhole };
}

/** True if the order beside an event is shown as the event tells it. */
function isShownSo(shown: JsonRecord, list: Texts, texts: Texts | null): boolean {
  const [, number, type, order, , uuid, product, name, ...numbers] = list;
  const same: [shown: unknown, told: unknown][] = [
    [
      [shown.event, String(shown.number), shown.order_id],
      [type, number, order],
    ],
  ];
  if (type === 'rejected' && texts) same.push([shown.reason, texts[0]]);
  if (type === 'placed') {
    const amounts = [shown.quantity, shown.unit_price, shown.price].map(Number);
    same.push([amounts, numbers.slice(0, 3).map(Number)]);
    const named = [shown.order_uuid, String(shown.product_id), shown.product_name];
    same.push([named, [uuid, product, name]]);
    const fields = parsed(texts?.[0] ?? 'null');
    // Committed to as a list of names and values, or as an object.
    const told = Array.isArray(fields) ? Object.fromEntries(fields as [string, unknown][]) : fields;
    if (texts?.[0]) same.push([shown.data, told]);
  }
  const isOfCodes = type === 'accepted' || type === 'codes' || type === 'late';
  const codes = isOfCodes && shown.replay_api !== null ? (texts ?? []) : [];
  return (
    same.every(([left, right]) => isDeepStrictEqual(left, right)) &&
    codes.every((code) => listOf(shown.replay_api).includes(code))
  );
}
