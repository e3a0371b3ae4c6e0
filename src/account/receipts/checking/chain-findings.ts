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
  /** Those that the database does not have, and whose hash is proven. */
  private readonly others: (FileLink & { readonly isRooted: boolean })[] = [];
  private before: FileLink | undefined;
  private unlinked = Infinity;

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
    if (isSame) this.before = undefined;
    else this.followOther(link, told === 'full' || told === 'hash', stored);
  }

  /** True if the database has the hash under its number; 0 is a chain without a link. */
  agrees([number, hash]: readonly [number, string], stored: StoredLinks): boolean {
    const row = stored.get(number);
    if (row?.isWrong) this.changed = Math.min(this.changed, number);
    return number === 0 || row?.hash === hash;
  }

  /** Compares the checkpoints, behind all links. @returns the histories of those that the shop has signed, and the database contradicts */
  end(part: FileLink['part'], checkpoints: readonly CheckedCheckpoint[]): SignedHistory[] {
    const valid = checkpoints.filter(({ state }) => state === 'valid');
    const [against, lost] = this.contradicted(part, valid);
    const isBorneOut = valid.some((one) => one.agrees[part] && one[part][0] >= this.differs);
    // Up to a checkpoint that the database bears out, another hash can only have been written into the file.
    const wrong = Math.min(this.unlinked, isBorneOut ? this.differs : Infinity);
    // But behind what a failover has lost, the file may rightly tell of two histories.
    if (wrong < lost) this.altered = Math.min(this.altered, wrong);
    for (const one of checkpoints) {
      if (!one.agrees[part]) this.differs = Math.min(this.differs, one[part][0]);
    }
    return against.map(({ history }) => history);
  }

  private followOther(link: FileLink, isProven: boolean, stored: StoredLinks): void {
    const { before = link } = this;
    const { number, previous } = link;
    // Statements tell the newest entry first, and feeds the oldest event.
    const [lower, upper] = before.number < number ? [before, link] : [link, before];
    const isNext = upper.number === lower.number + 1;
    if (isNext && upper.previous !== lower.hash)
      this.unlinked = Math.min(this.unlinked, upper.number);
    this.differs = Math.min(this.differs, number);
    this.before = link;
    const root = number === 1 ? NO_HASH : stored.get(number - 1)?.hash;
    if (isProven) this.others.push({ ...link, isRooted: previous === root });
  }

  /** @returns the contradicted ones, and the first number from which one of another lineage may tell of another history */
  private contradicted(
    part: FileLink['part'],
    valid: readonly CheckedCheckpoint[],
  ): [against: CheckedCheckpoint[], lost: number] {
    const against = valid.filter(({ agrees }) => !agrees[part]);
    if (against.length === 0) return [against, Infinity];
    const agreed = new Map<string, number>();
    for (const { agrees, lineage, [part]: head } of valid) {
      if (agrees[part]) agreed.set(lineage, Math.max(agreed.get(lineage) ?? 0, head[0]));
    }
    // By hash the lowest link of the file that is chained below.
    const lowest = new Map<string, ChainFindings['others'][number]>();
    for (const link of this.others.toSorted((left, right) => left.number - right.number)) {
      lowest.set(link.hash, lowest.get(link.previous) ?? link);
    }
    let lost = Infinity;
    for (const { history, lineage, [part]: head } of against) {
      const link = lowest.get(head[1]);
      if (history === 'present') this.changed = Math.min(this.changed, link?.number ?? head[0]);
      else lost = Math.min(lost, link?.isRooted ? link.number : (agreed.get(lineage) ?? 0) + 1);
    }
    return [against, lost];
  }
}
