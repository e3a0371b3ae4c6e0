import type { ChainedEntry } from '../../ledger/ledger-chain.js';
import { NO_ENTRY_HASH } from '../../ledger/ledger-hash.js';
import type { SignatureState } from '../signature-state.js';
import type { FileLink } from './file-links.js';
import type { FileCheckpoint } from './receipt-file.js';
import type { SignedHistory } from './receipt-verdict.js';

/** A checkpoint of a file, what it is worth, and whether the database has the hash of each chain. */
export interface CheckedCheckpoint extends FileCheckpoint {
  readonly state: SignatureState;
  readonly history: SignedHistory;
  readonly agrees: Readonly<Record<FileLink['part'], boolean>>;
}

/** What the database has under a number: a hash, of the ledger the entry, and whether the row is not what was hashed. */
export interface StoredLink {
  readonly hash: string;
  readonly entry?: ChainedEntry;
  readonly isWrong: boolean;
}
/** By numbers; with each one also the number before it. */
export type StoredLinks = ReadonlyMap<number, StoredLink>;

const NO_HASH = NO_ENTRY_HASH.toString('hex');

/** What was found of one chain of an account in a file, beside the database. */
export class ChainFindings {
  readonly numbers = new Set<number>();
  readonly withoutTexts = new Set<number>();
  /** The lowest and the highest number, or 0. */
  first = 0;
  last = 0;
  /** The first number under which the database has another hash, or none. */
  differs = Infinity;
  /** The first number at which the file is not what its own hashes say. */
  altered = Infinity;
  /** The first number at which the database is not what its own hashes say, or the shop has signed. */
  changed = Infinity;
  /** The first number of another hash to which no signature of the shop leads. */
  unsigned = Infinity;
  /** What the database does not have. */
  private readonly others: (Pick<FileLink, 'number' | 'previous' | 'hash'> & {
    readonly isProven: boolean;
  })[] = [];

  follow(link: FileLink, stored: StoredLinks): void {
    const { number, previous, hash } = link;
    const row = stored.get(number);
    const isSame = this.agrees([number, hash], stored);
    const told = link.proof(isSame && !row?.isWrong ? row?.entry : undefined);
    const isBegin = number !== 1 || previous === NO_HASH;
    if (told === 'none' || !isBegin) this.altered = Math.min(this.altered, number);
    if (told !== 'full') this.withoutTexts.add(number);
    this.numbers.add(number);
    this.first = Math.min(this.first || number, number);
    this.last = Math.max(this.last, number);
    if (isSame) return;
    this.differs = Math.min(this.differs, number);
    this.others.push({ number, previous, hash, isProven: told === 'full' || told === 'hash' });
  }

  /** True if the database has the hash under its number; 0 is a chain without a link. */
  agrees([number, hash]: readonly [number, string], stored: StoredLinks): boolean {
    const row = stored.get(number);
    if (row?.isWrong) this.changed = Math.min(this.changed, number);
    return number === 0 || row?.hash === hash;
  }

  /** Compares the checkpoints, behind all links. @returns the histories of those that the shop has signed, and the database contradicts */
  end(part: FileLink['part'], checkpoints: readonly CheckedCheckpoint[]): SignedHistory[] {
    const against = checkpoints.filter(({ state, agrees }) => state === 'valid' && !agrees[part]);
    const present = against.filter(({ history }) => history === 'present');
    this.others.sort((left, right) => right.number - left.number);
    const [changed] = this.signedBy(present.map((one) => one[part]));
    this.changed = Math.min(this.changed, changed);
    [, this.unsigned] = this.signedBy(against.map((one) => one[part]));
    for (const one of checkpoints) {
      if (!one.agrees[part]) this.differs = Math.min(this.differs, one[part][0]);
    }
    return against.map(({ history }) => history);
  }

  /** A signed hash proves the link that it is of, and by that the hash before it. @returns the lowest number that is proven so, and the lowest that is not */
  private signedBy(
    heads: readonly (readonly [number, string])[],
  ): [signed: number, unsigned: number] {
    const signed = new Set(heads.map(([number, hash]) => `${number} ${hash}`));
    let lowest = heads.reduce((least, [number]) => Math.min(least, number), Infinity);
    let unsigned = Infinity;
    for (const { number, previous, hash, isProven } of this.others) {
      if (isProven && signed.has(`${number} ${hash}`)) {
        signed.add(`${number - 1} ${previous}`);
        lowest = Math.min(lowest, number);
      } else unsigned = number;
    }
    return [lowest, unsigned];
  }
}
