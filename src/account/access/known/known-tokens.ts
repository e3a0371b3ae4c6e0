import type { Logger } from 'pino';
import { loggableError } from '../../../common/logger.js';
import type { KnownTokensRepository, TokenState } from './known-tokens.repository.js';
import { ThrottledReads } from './throttled-reads.js';
import { TokenHashes } from './token-hashes.js';

/** With more live tokens than this none is kept in memory: some thirty megabytes. */
const MOST_KEPT = 500_000;
/** All are read again after this time, should something have changed that no trigger has noted; milliseconds. */
const REREAD_EVERY_MS = 600_000;
/** All are not read more often than this, whatever changes, in milliseconds. */
const READ_PAUSE_MS = 1_000;

/** Which state the tokens are of. */
export interface TokenStates {
  /** As far as it is known without asking. */
  last(): TokenState | undefined;
  /** By a reading that begins after the call; many wait for the same one. */
  next(): Promise<TokenState>;
}

interface Known {
  readonly hashes: TokenHashes;
  /** As of which the hashes are. */
  state: TokenState;
  /** By the clock of this class, in milliseconds. */
  readonly readAt: number;
}

/**
 * Tells the tokens that exist from those that somebody made up, which so cost no statement of their own: an instance
 * keeps the hashes of all live tokens and follows what changes.
 *
 * What is among them may have been revoked since, and has to be read. What is not among them waits for the next reading
 * of the revisions, which is made anyway: where nothing has changed until then it is refused without a statement, so a
 * token that was issued before it is sent is found, whichever instance issued it. After a change it is looked for in
 * what has changed, together with all others that came at the same time.
 */
export class KnownTokens {
  private known: Known | undefined;
  private reading = false;
  private nextReadingAt = 0;
  private tooMany = false;
  private readonly looks = new ThrottledReads<Buffer>((hashes) => this.look(hashes));

  /**
   * @param now a clock in milliseconds that is never set back.
   */
  constructor(
    private readonly tokens: KnownTokensRepository,
    private readonly states: TokenStates,
    private readonly logger: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * False when no token of this hash was live when it was asked for.
   * @throws when the database does not say.
   */
  async mayOpen(hash: Buffer): Promise<boolean> {
    if (this.has(hash)) return true;
    // What is known to be behind need not be waited for.
    const mayBePresent = this.isOf(this.states.last());
    if (!mayBePresent || !this.isOf(await this.states.next())) return this.looks.ask(hash);
    this.readAllIfOld();
    return this.has(hash);
  }

  private has(hash: Buffer): boolean {
    return this.known?.hashes.has(hash) === true;
  }

  private isOf(other: TokenState | undefined): boolean {
    const state = this.known?.state;
    if (!state || !other) return false;
    return state.revision === other.revision && state.server === other.server;
  }

  /** Learns that a token is gone which was thought to be live. Nobody waits for it; the next look learns it, too. */
  follow(hash: Buffer): void {
    if (this.has(hash)) this.looks.ask(hash).catch(() => undefined);
  }

  private async look(hashes: readonly Buffer[]): Promise<boolean[]> {
    const known = await this.upToDate();
    if (known) return hashes.map((hash) => known.has(hash));
    const existing = await this.tokens.existing(hashes);
    return hashes.map((hash) => existing.has(hash.toString('hex')));
  }

  /** The hashes as committed now; undefined while they are not in memory. */
  private async upToDate(): Promise<TokenHashes | undefined> {
    const { known } = this;
    this.readAllIfOld();
    if (!known) return undefined;
    const changes = await this.tokens.changesSince(known.state);
    if (!changes.listed) {
      if (this.known === known) this.known = undefined;
      return undefined;
    }
    known.state = { revision: changes.revision, server: changes.server };
    known.hashes.delete(changes.gone);
    known.hashes.add(changes.live);
    return known.hashes;
  }

  private readAllIfOld(): void {
    const { known } = this;
    if (!known || this.now() - known.readAt >= REREAD_EVERY_MS) void this.readAll();
  }

  /** Nobody waits for it. */
  private async readAll(): Promise<void> {
    if (this.reading || this.tooMany || this.now() < this.nextReadingAt) return;
    this.reading = true;
    this.nextReadingAt = this.now() + READ_PAUSE_MS;
    try {
      this.known = await this.allTokens();
    } catch (error) {
      this.logger.warn({ err: loggableError(error) }, 'the tokens could not be read');
    } finally {
      this.reading = false;
    }
  }

  /**
   * Page by page, each as of its own moment. The state is read first, so that all that changes meanwhile counts as
   * changed since. Undefined when they are too many.
   */
  private async allTokens(): Promise<Known | undefined> {
    const hashes = new TokenHashes();
    const known = { hashes, state: await this.tokens.state(), readAt: this.now() };
    let last: Buffer | null = Buffer.alloc(0);
    while (last) {
      const page = await this.tokens.page(last);
      hashes.add(page.live);
      last = page.last;
      if (hashes.size <= MOST_KEPT) continue;
      this.tooMany = true;
      this.logger.warn({ most: MOST_KEPT }, 'there are too many tokens to be kept in memory');
      return undefined;
    }
    return known;
  }
}
