import { isPlainDecimal, numericText } from '../../common/decimal.js';
import { sumOf } from '../../common/money.js';
import { entryHash, NO_ENTRY_HASH, type EntryTexts } from './ledger-hash.js';

/** An entry with the hashes that stand beside it. */
export interface ChainedEntry extends EntryTexts {
  readonly previousHash: Buffer;
  readonly entryHash: Buffer;
}

/** How far a ledger was followed. */
export interface ChainHead {
  /** Of the last entry; `0` before the first. */
  readonly sequence: string;
  /** USD after it, with 8 decimals. */
  readonly balance: string;
  readonly hash: Buffer;
}

/** What an account says about its ledger. */
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

/** Why an entry does not follow the one before it, beginning with its name; undefined when it does. */
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
  const { amount, balanceAfter } = entry;
  // NaN can only get here past every rule of the schema, which is what is looked for.
  const sound =
    [amount, balanceAfter].every(isPlainDecimal) &&
    sumOf(before.balance, amount) === numericText(balanceAfter);
  return sound ? undefined : fault('its balance is not the one before it plus its amount');
}

/** Why an account does not agree with the end of its ledger; undefined when it does. */
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
