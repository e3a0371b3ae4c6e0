import { isPlainDecimal, numericText } from '../../common/decimal.js';
import { sumOf } from '../../common/money.js';
import { commitmentsTo } from '../../common/commitment.js';
import { committedTexts, entryHash, NO_ENTRY_HASH, type EntryTexts } from './ledger-hash.js';

/** An entry with its stored hashes. */
export interface ChainedEntry extends EntryTexts {
  readonly previousHash: Buffer;
  readonly entryHash: Buffer;
  /** 16 bytes for each commitment; null without commitments, and when the texts are withheld or erased. */
  readonly salts: Buffer | null;
}

/** The last verified entry of a ledger. */
export interface ChainHead {
  /** `0` before the first entry. */
  readonly sequence: string;
  /** USD after the entry, with 8 decimals. */
  readonly balance: string;
  readonly hash: Buffer;
}

/** The columns of an account that must agree with its ledger. */
export interface LedgerClaim {
  readonly balance: string;
  readonly ledgerSequence: string;
}

export const NO_ENTRIES: ChainHead = {
  sequence: '0',
  balance: '0.00000000',
  hash: NO_ENTRY_HASH,
};

export function headOf(entry: ChainedEntry): ChainHead {
  return { sequence: entry.sequence, balance: entry.balanceAfter, hash: entry.entryHash };
}

/** Names an entry that is not a valid successor of the one before, and says why; undefined if it is. */
export function entryFault(before: ChainHead, entry: ChainedEntry): string | undefined {
  const expected = nextAfter(before);
  if (entry.sequence !== expected) return `entry ${expected}: it is missing`;
  const fault = (what: string): string => `entry ${entry.sequence}: ${what}`;
  if (!entry.previousHash.equals(before.hash)) {
    return fault('it does not carry the hash of the entry before it');
  }
  if (!entry.entryHash.equals(entryHash(before.hash, entry))) {
    return fault('its columns are not those that were hashed');
  }
  if (!hasItsTexts(entry)) return fault('its texts are not those that it has committed to');
  const { amount, balanceAfter } = entry;
  // A manipulated row may contain NaN, which the schema would refuse.
  const isValid =
    [amount, balanceAfter].every(isPlainDecimal) &&
    sumOf(before.balance, amount) === numericText(balanceAfter);
  return isValid ? undefined : fault('its balance is not the one before it plus its amount');
}

function hasItsTexts(entry: ChainedEntry): boolean {
  const { commitments, salts } = entry;
  if (commitments === null) return true;
  const texts = committedTexts(entry);
  // Erased salts prove nothing, but that there were texts.
  if (salts === null && texts.length > 0) return commitments.length === 128;
  return commitmentsTo(texts, salts ?? Buffer.alloc(0)) === commitments;
}

/** Says why an account does not agree with the end of its ledger; undefined if it does. */
export function endFault(end: ChainHead, claim: LedgerClaim): string | undefined {
  const expected = nextAfter(end);
  if (BigInt(claim.ledgerSequence) > BigInt(end.sequence))
    return `entry ${expected}: it is missing`;
  if (claim.ledgerSequence !== end.sequence) {
    return `entry ${end.sequence}: the account counts ${claim.ledgerSequence} entries only`;
  }
  if (isPlainDecimal(claim.balance) && numericText(claim.balance) === numericText(end.balance)) {
    return undefined;
  }
  const summed = numericText(end.balance);
  return `entry ${end.sequence}: the balance is ${claim.balance}, but the entries sum up to ${summed}`;
}

function nextAfter({ sequence }: ChainHead): string {
  return String(BigInt(sequence) + 1n);
}
