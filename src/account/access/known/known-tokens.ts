import type { Logger } from 'pino';
import { loggableError } from '../../../common/logger.js';
import { networkPath } from '../../../common/networks.js';
import type { KnownTokensRepository } from './known-tokens.repository.js';
import { ThrottledReads } from './throttled-reads.js';
import { TokenHashes } from './token-hashes.js';

/** They take some thirty megabytes. If there are more live tokens, none is kept in memory. */
const MAX_KEPT_TOKENS = 500_000;
/** All tokens are read again after this time, in case a change was made past the triggers. */
const FULL_READ_INTERVAL_MS = 600_000;
/** All tokens are read at most this often. */
const FULL_READ_BACKOFF_MS = 1_000;

/** The path of questions that no caller asks. */
const OWN = ['own'];

/** Tells the present access revision. */
export interface AccessRevisions {
  /** The last one that is known, without asking the database. */
  last(): string | undefined;
  /** By a read that starts after the call; concurrent callers share it. */
  next(): Promise<string>;
}

interface Known {
  readonly hashes: TokenHashes;
  /** The access revision to which the hashes belong. */
  revision: string;
  /** By the clock `now`. */
  readonly readAt: number;
}

/**
 * Recognizes tokens that do not exist, so that guessed tokens cost no statement each. Every instance keeps the hashes
 * of all live tokens in memory and follows the changes.
 *
 * A hash in memory may have been revoked since, so the caller reads it from the database. A hash that is not in memory
 * waits for the next read of the revisions, which happens anyway. If nothing has changed by then, the token does not
 * exist: a token that was issued before the request, by whichever instance, would be known. If something has changed,
 * the changes are read once for all requests that wait.
 */
export class KnownTokens {
  private known: Known | undefined;
  private reading = false;
  private nextReadAt = 0;
  private tooMany = false;
  readonly reads = new ThrottledReads<Buffer>((hashes) => this.findExisting(hashes));
  readonly recorded = new ThrottledReads<Buffer>((hashes) => this.findRecorded(hashes));

  /** @param now a monotonic clock in milliseconds. */
  constructor(
    private readonly tokens: KnownTokensRepository,
    private readonly revisions: AccessRevisions,
    private readonly logger: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * False if no token with this hash was live at the time of the call.
   * @param address of the caller; undefined if it is unknown.
   * @throws TemporarilyUnavailableError (111) when no turn came; when the database does not answer
   */
  async mayExist(hash: Buffer, address?: string): Promise<boolean> {
    if (this.has(hash)) return true;
    // If the hashes are known to be outdated, the next read of the revisions need not be awaited.
    const mayBeCurrent = this.isOf(this.revisions.last());
    if (!mayBeCurrent || !this.isOf(await this.revisions.next())) {
      return this.reads.ask(hash, networkPath(address));
    }
    this.readAllIfOld();
    return this.has(hash);
  }

  /** True if there is a token with this hash, be it live, revoked or expired. @throws as `mayExist` */
  isRecorded(hash: Buffer, address?: string): Promise<boolean> {
    return this.recorded.ask(hash, networkPath(address));
  }

  private has(hash: Buffer): boolean {
    return this.known?.hashes.has(hash) === true;
  }

  private isOf(revision: string | undefined): boolean {
    return revision !== undefined && this.known?.revision === revision;
  }

  /** Reads the changes in the background, because a token that is kept as live no longer exists. */
  refresh(hash: Buffer): void {
    if (this.has(hash)) this.reads.ask(hash, OWN).catch(() => undefined);
  }

  private async findExisting(hashes: readonly Buffer[]): Promise<boolean[]> {
    const known = await this.upToDate();
    if (known) return hashes.map((hash) => known.has(hash));
    return this.findRecorded(hashes);
  }

  private async findRecorded(hashes: readonly Buffer[]): Promise<boolean[]> {
    const recorded = await this.tokens.existing(hashes);
    return hashes.map((hash) => recorded.has(hash.toString('hex')));
  }

  /** The hashes with all committed changes; undefined if they are not in memory. */
  private async upToDate(): Promise<TokenHashes | undefined> {
    const { known } = this;
    this.readAllIfOld();
    if (!known) return undefined;
    const changes = await this.tokens.changesSince(known.revision);
    if (!changes.listed) {
      if (this.known === known) this.known = undefined;
      return undefined;
    }
    known.revision = changes.revision;
    known.hashes.delete(changes.gone);
    known.hashes.add(changes.live);
    return known.hashes;
  }

  private readAllIfOld(): void {
    const { known } = this;
    if (!known || this.now() - known.readAt >= FULL_READ_INTERVAL_MS) void this.readAll();
  }

  /** Runs in the background. */
  private async readAll(): Promise<void> {
    if (this.reading || this.tooMany || this.now() < this.nextReadAt) return;
    this.reading = true;
    this.nextReadAt = this.now() + FULL_READ_BACKOFF_MS;
    try {
      this.known = await this.allTokens();
    } catch (error) {
      this.logger.warn({ err: loggableError(error) }, 'the tokens could not be read');
    } finally {
      this.reading = false;
    }
  }

  /**
   * Reads page by page, without a common snapshot. The revision is read first, so changes that happen meanwhile are read
   * again as changes since that revision. Undefined if there are too many tokens.
   */
  private async allTokens(): Promise<Known | undefined> {
    const hashes = new TokenHashes();
    const known = { hashes, revision: await this.tokens.revision(), readAt: this.now() };
    let last: Buffer | null = Buffer.alloc(0);
    while (last) {
      const page = await this.tokens.page(last);
      hashes.add(page.live);
      last = page.last;
      if (hashes.size <= MAX_KEPT_TOKENS) continue;
      this.tooMany = true;
      this.logger.warn({ most: MAX_KEPT_TOKENS }, 'there are too many tokens to be kept in memory');
      return undefined;
    }
    return known;
  }
}
