import type { ChainedEntry } from '../../ledger/ledger-chain.js';
import { NO_ENTRY_HASH } from '../../ledger/ledger-hash.js';
import type { SignatureState } from '../signature-state.js';
import type { FileLink } from './file-links.js';
import type { FileCheckpoint } from './receipt-file.js';
import type { SignedHistory } from './receipt-verdict.js';

/** A checkpoint of a file, and what it is worth. */
export interface CheckedCheckpoint extends FileCheckpoint {
  readonly state: SignatureState;
  readonly history: SignedHistory;
}

/** What the database has by numbers: hashes, and of the ledger the entries. */
export type KnownLinks = ReadonlyMap<number, { hash: string; entry?: ChainedEntry }>;

/** What was found of one chain of an account in a file, beside the database. */
export class ChainFindings {
  /** The highest number of which the file tells. */
  last = 0;
  /** The first number under which the database has another hash, or none. */
  differs = Infinity;
  /** The first number at which the file is not what its own hashes say. */
  altered = Infinity;
  private before: FileLink | undefined;

  follow(link: FileLink, known: KnownLinks): void {
    const { before = link } = this;
    const { number, previous, hash } = link;
    const stored = known.get(number);
    const isSame = this.meet([number, hash], known);
    const isBegin = number !== 1 || previous === NO_ENTRY_HASH.toString('hex');
    const isWhole = link.isWhole(isSame ? stored?.entry : undefined) && isBegin;
    // Statements tell the newest entry first, and feeds the oldest event.
    const [lower, upper] = before.number < number ? [before, link] : [link, before];
    const isLinked = upper.number !== lower.number + 1 || upper.previous === lower.hash;
    if (!isWhole) this.altered = Math.min(this.altered, number);
    if (!isLinked) this.altered = Math.min(this.altered, upper.number);
    this.before = link;
  }

  /** Compares the checkpoints, behind all links. @returns the histories of those that the shop has signed, and the database contradicts */
  end(
    part: FileLink['part'],
    checkpoints: readonly CheckedCheckpoint[],
    known: KnownLinks,
  ): SignedHistory[] {
    const inFile = this.differs;
    const met = checkpoints.map((one) => ({ ...one, isSame: this.meet(one[part], known) }));
    const valid = met.filter(({ state }) => state === 'valid');
    // Up to a checkpoint that the database bears out, another hash can only have been written into the file.
    if (valid.some(({ isSame, [part]: [number] }) => isSame && number >= inFile)) {
      this.altered = Math.min(this.altered, inFile);
    }
    return valid.filter(({ isSame }) => !isSame).map(({ history }) => history);
  }

  /** Compares a hash of the file. @returns true if the database has it under its number; 0 is a chain without a link */
  private meet([number, hash]: readonly [number, string], known: KnownLinks): boolean {
    this.last = Math.max(this.last, number);
    const isSame = number === 0 || known.get(number)?.hash === hash;
    if (!isSame) this.differs = Math.min(this.differs, number);
    return isSame;
  }
}
