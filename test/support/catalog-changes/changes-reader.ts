import type { Faults } from '../faults.js';
import type { Answer } from '../http-client.js';
import { until } from '../until.js';
import { CatalogCopy, type Applied } from './catalog-copy.js';
import { MARKER_PRODUCT, type ChangingAccount } from './changing-shop.js';

/** One instance of the shop, as its clients reach it. */
export interface CatalogInstance {
  send(token: string, route: string): Promise<Answer>;
}

/** What all readers together have asked and been answered. */
export class SyncTally {
  syncs = 0;
  sent = 0;
  needless = 0;
  removed = 0;
  comparisons = 0;
  /** Requests that were answered 111 or not at all. */
  repeated = 0;
  changesBytes = 0;
  catalogBytes = 0;
  /** How many answers were full, by the reason. */
  readonly fulls: Record<string, number> = {};
}

/** An account that keeps its copy of the catalog by `changes`, from all instances in turn. */
export class ChangesReader {
  /** Of the catalog when the copy was last compared. */
  revision = 0;
  private copy = this.emptyCopy();
  private turn = 0;
  /** Full answers since the last comparison. */
  private fulls = 0;
  private readonly reasons = new Set<string>();

  constructor(
    readonly account: ChangingAccount,
    private readonly instances: readonly CatalogInstance[],
    private readonly tally: SyncTally,
    private readonly faults: Faults,
  ) {}

  get products(): ReadonlyMap<number, string> {
    return this.copy.products;
  }

  get categories(): ReadonlyMap<number, string> {
    return this.copy.categories;
  }

  /** A full answer is allowed until the next comparison. */
  expectFull(reason: string): void {
    this.reasons.add(reason);
  }

  /** Asks one instance for the changes. */
  async sync(): Promise<Applied> {
    const { cursor } = this.copy;
    if (cursor === '') this.expectFull('start');
    const text = await this.ask(cursor === '' ? 'changes' : changesSince(cursor));
    const applied = this.copy.apply(text);
    this.tally.syncs++;
    this.tally.sent += applied.sent;
    this.tally.needless += applied.isFull ? 0 : applied.needless;
    this.tally.removed += applied.removed;
    this.tally.changesBytes += Buffer.byteLength(text);
    if (applied.isFull) this.fulls++;
    return applied;
  }

  /** Asks until the copy has the marker, and compares it with `catalog`. Nothing may change meanwhile. */
  async compare(marker: string): Promise<void> {
    await until(async () => {
      await this.sync();
      return hasMarker(this.copy.products.get(MARKER_PRODUCT) ?? '', marker);
    });
    this.judgeFulls();
    const catalog = await this.catalog(marker);
    this.tally.comparisons++;
    this.tally.catalogBytes += Buffer.byteLength(catalog);
    const differences = this.copy.differencesFrom(catalog);
    for (const each of differences) this.faults.add('a difference', this.told(each));
    await this.nothingMore();
    // Each difference counts once.
    if (differences.length > 0) this.copy = this.emptyCopy();
  }

  /** With the cursor of another account, or with one of no account, the answer is full: the reader's own catalog. */
  async compareWithCursorsOfOthers(other: ChangesReader, marker: string): Promise<void> {
    for (const cursor of [other.copy.cursor, withAnotherRevision(this.copy.cursor)]) {
      const copy = this.emptyCopy();
      const { isFull } = copy.apply(await this.ask(changesSince(cursor)));
      if (!isFull) this.faults.add("a cursor that is not the caller's was accepted", cursor);
      for (const each of copy.differencesFrom(await this.catalog(marker))) {
        this.faults.add("a difference, by a cursor that is not the caller's", this.told(each));
      }
    }
  }

  /** Immediately after a comparison no instance has anything to add, one that is behind the cursor neither. */
  private async nothingMore(): Promise<void> {
    const { isFull, sent, removed } = await this.sync();
    if (!isFull && sent + removed === 0) return;
    this.faults.add(
      'an answer with items although nothing has changed',
      this.told(`${sent} sent, ${removed} removed${isFull ? ', full' : ''}`),
    );
  }

  private judgeFulls(): void {
    const { fulls } = this.tally;
    const reason = [...this.reasons].toSorted().join(' and ');
    if (this.fulls > 0 && reason === '') {
      this.faults.add('a full answer without a reason', this.told(`${this.fulls} times`));
    }
    if (this.fulls > 0) fulls[reason] = (fulls[reason] ?? 0) + this.fulls;
    this.fulls = 0;
    this.reasons.clear();
  }

  private catalog(marker: string): Promise<string> {
    return until(async () => {
      const text = await this.ask('catalog');
      return hasMarker(text, marker) && text;
    });
  }

  /** Asks the next instance, and again while the answer is 111 or there is none. @throws Error for another refusal */
  private ask(route: string): Promise<string> {
    return until(async () => {
      const instance = this.instances[this.turn++ % this.instances.length];
      const answer = await instance?.send(this.account.token, route).catch(() => undefined);
      if (answer?.status === 200) return answer.text;
      this.tally.repeated++;
      if (!answer || answer.text.includes('"code":111,')) return false;
      throw new Error(`${route.slice(0, 40)} was answered ${answer.status}: ${answer.text}`);
    });
  }

  private emptyCopy(): CatalogCopy {
    return new CatalogCopy(
      (sentence) => {
        this.faults.add('an id leaked', this.told(sentence));
      },
      (sentence) => {
        this.faults.add('an answer is wrong', this.told(sentence));
      },
    );
  }

  private told(sentence: string): string {
    return `account ${this.account.id}: ${sentence}`;
  }
}

function changesSince(cursor: string): string {
  return `changes?since=${encodeURIComponent(cursor)}`;
}

/** A text of the same form, in which one character is another one. */
function withAnotherRevision(cursor: string): string {
  const at = 9;
  return `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'E' : 'A'}${cursor.slice(at + 1)}`;
}

function hasMarker(text: string, marker: string): boolean {
  return text.includes(`"name":"${marker}"`);
}
