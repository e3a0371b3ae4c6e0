import { commitmentsTo } from '../../../common/commitment.js';
import { isRecord, type JsonRecord } from '../../../common/json-values.js';
import { listHash } from '../../events/event-hash.js';
import type { ChainedEntry } from '../../ledger/ledger-chain.js';
import { LAST_ACCOUNT } from '../../ledger/ledger-reader.repository.js';
import { committedTexts, entryHash, type EntryTexts } from '../../ledger/ledger-hash.js';

/** What of an entry or event its hash proves: its texts as well, all but its texts, nothing since it is another one, or nothing without texts that are withheld. */
type Proof = 'full' | 'hash' | 'none' | 'withheld';

/** An entry or event as a file states it. */
export interface FileLink {
  readonly part: 'entry' | 'event';
  readonly accountId: number;
  readonly number: number;
  readonly previous: string;
  readonly hash: string;
  /** @param stored an entry of the same hash, with the texts that are withheld from a reseller */
  proof(stored: ChainedEntry | undefined): Proof;
}

type Texts = readonly (string | null)[];

const isHash = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isTexts = (values: unknown): values is Texts =>
  Array.isArray(values) && values.every((one) => one === null || typeof one === 'string');
/** True for an account and a number of its chain. */
export const isPlace = (account: unknown, number: unknown): boolean =>
  [account, number].every((one) => Number.isSafeInteger(one) && Number(one) > 0) &&
  Number(account) <= LAST_ACCOUNT;
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
  if (!isEntry || !isPlace(account, sequence)) return;
  const ids = { accountId: String(account), sequence: String(sequence), createdAt: at };
  const entry = { ...ids, ...texts } as EntryTexts;
  const isWithheld = reference === null && note === null && actor === null;
  const proof = (stored: ChainedEntry | undefined): Proof => {
    // Nothing can be computed of the old form without its texts.
    if (isWithheld && commitments === null && !stored) return 'withheld';
    const withheld = isWithheld && stored;
    const told = withheld
      ? { ...entry, reference: stored.reference, note: stored.note, actor: stored.actor }
      : entry;
    if (entryHash(bytesOf(previous), told).toString('hex') !== hash) return 'none';
    // Erased ones are served with the texts.
    const hasSalts = salts !== null || commitments === null || commitments === '';
    if (!hasSalts) return isWithheld || stored?.salts === null ? 'hash' : 'none';
    return commitments === null || isCommittedTo(committedTexts(entry), salts, commitments)
      ? 'full'
      : 'none';
  };
  const [accountId, number] = [Number(account), Number(sequence)];
  return { part: 'entry', accountId, number, previous, hash, proof };
}

/** An event of the feed with its receipt; undefined if it is none. */
export function eventIn(shown: JsonRecord): FileLink | undefined {
  if (!isRecord(shown.receipt)) return;
  const { event: list, previous_hash: previous, hash, salts = null, texts = null } = shown.receipt;
  const isEvent = isTexts(list) && isTexts([salts]) && (texts === null || isTexts(texts));
  if (!isEvent || !isHash(previous) || !isHash(hash)) return;
  const [accountId, number] = [Number(list[0]), Number(list[1])];
  const isWritten = list[0] === String(accountId) && list[1] === String(number);
  if (!isWritten || !isPlace(accountId, number)) return;
  const proof = (): Proof => {
    if (listHash(bytesOf(previous), list).toString('hex') !== hash) return 'none';
    const commitments = list.at(-1) ?? '';
    if (texts === null) return commitments === '' ? 'full' : 'hash';
    return isCommittedTo(texts, salts, commitments) ? 'full' : 'none';
  };
  return { part: 'event', accountId, number, previous, hash, proof };
}

const isCommittedTo = (texts: Texts, salts: unknown, commitments: unknown): boolean =>
  commitmentsTo(texts, bytesOf(salts as string | null)) === commitments;
