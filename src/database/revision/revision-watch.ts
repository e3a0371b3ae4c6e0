import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../common/logger.js';
import type { DatabaseAddress } from '../address/database-address.js';
import { Database } from '../database.js';
import { historyChange } from './history-change.js';
import { RevisionListener, type ListenerQuestion } from './revision-listener.js';
import { READ_REVISIONS, type Revisions } from './revisions.js';

/** Injection token: the address to LISTEN at; undefined in a process that caches nothing. */
export const LISTEN_ADDRESS = Symbol('listen-address');

/** Revisions older than this must be read again before a cached value is used. */
const FRESH_MS = 1_000;
/** Most callers resumed in one iteration of the event loop, because the work of all of them would block it. */
const MAX_RESUMED = 64;
/** Longer than the listener's interval; when it has not read by then, the waiting callers have it done. */
const LISTENER_TIMEOUT_MS = 500;

interface Waiting {
  /** By `performance.now()`. */
  readonly since: number;
  readonly resolve: (revisions: Revisions) => void;
  readonly reject: (error: unknown) => void;
}

interface Reading {
  readonly at: number;
  readonly revisions: Promise<Revisions>;
}

/**
 * Knows the present revisions, so that an instance can tell whether its cached values are stale. Usually the listener
 * has read them: within milliseconds of a change, or within a third of a second when its notification was lost.
 * Otherwise they are read from the database, and callers get its error when that fails.
 */
@Injectable()
export class RevisionWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private known: Revisions | undefined;
  private reading: Reading | undefined;
  /** What was read before, by `performance.now()`, may lack a change that this process has made. */
  private expiredAt = -Infinity;
  private readonly listener: RevisionListener | undefined;
  /** Oldest first. */
  private waiting: Waiting[] = [];
  private timeout: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    @Inject(LISTEN_ADDRESS) address: DatabaseAddress | undefined,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    if (!address) return;
    const report = this.learn.bind(this);
    this.listener = new RevisionListener(address, report, logger);
  }

  onApplicationBootstrap(): void {
    this.listener?.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.listener?.stop();
  }

  /** A process that does not listen asks nothing. */
  set question(question: ListenerQuestion) {
    if (this.listener) this.listener.question = question;
  }

  /** The known revisions, unless they are older than a second, or than a change that this process has made. */
  get fresh(): Revisions | undefined {
    const { known } = this;
    return known && known.at >= this.expiredAt && this.ageMs <= FRESH_MS ? known : undefined;
  }

  /**
   * Has the revisions read anew before anything is answered by them. Who has made a change here must not be answered from before
   * it, however late its notification comes.
   */
  expire(): void {
    this.expiredAt = performance.now();
  }

  /** The known revisions, however old; the guard of each request has had them read within the second before. */
  get last(): Revisions | undefined {
    return this.known;
  }

  /** Time since the read of the known revisions began; infinite before the first one. */
  get ageMs(): number {
    return performance.now() - (this.known?.at ?? -Infinity);
  }

  /** At most a second old, and not older than a change that this process has made. @throws the error of the database. */
  async current(): Promise<Revisions> {
    // Asked once: between two questions it may become too old.
    const { fresh } = this;
    if (fresh) return fresh;
    // Callers share a read, unless it hangs.
    const { reading } = this;
    const isUseful =
      reading && reading.at >= this.expiredAt && performance.now() - reading.at <= FRESH_MS;
    return isUseful ? reading.revisions : this.refresh();
  }

  /**
   * The result of the first read that begins after the call. Usually that is the listener's next one, at most a third
   * of a second later, so the call costs no statement; without a listener all waiting callers share one read.
   * @throws the error of the database.
   */
  next(): Promise<Revisions> {
    const { promise, resolve, reject } = Promise.withResolvers<Revisions>();
    this.waiting.push({ since: performance.now(), resolve, reject });
    this.timeout ??= setTimeout(() => void this.readForWaiting(), LISTENER_TIMEOUT_MS).unref();
    return promise;
  }

  private async readForWaiting(): Promise<void> {
    this.timeout = undefined;
    if (this.waiting.length === 0) return;
    const { waiting } = this;
    this.waiting = [];
    try {
      resume(waiting, await this.refresh());
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  /** Reads the revisions now. @throws the error of the database. */
  refresh(): Promise<Revisions> {
    const at = performance.now();
    const revisions = this.database.manager.query<[Revisions]>(READ_REVISIONS).then(([row]) => {
      const revisions = { ...row, at };
      this.learn(revisions);
      return revisions;
    });
    this.reading = { at, revisions };
    return revisions;
  }

  private learn(revisions: Revisions): void {
    // A read that was overtaken by a later one is stale.
    const before = this.known;
    if (before && revisions.at < before.at) return;
    this.known = revisions;
    if (before && before.history !== revisions.history) this.noteHistory(before, revisions);
    const tooLate = this.waiting.findIndex(({ since }) => since > revisions.at);
    const count = tooLate < 0 ? this.waiting.length : tooLate;
    resume(this.waiting.splice(0, count), revisions);
  }

  /** Only reports it: what is remembered is compared with the present revisions whenever it is used. */
  private noteHistory({ history: before }: Revisions, { history: now }: Revisions): void {
    const { mayHaveLost, message } = historyChange(before, now);
    this.logger[mayHaveLost ? 'warn' : 'info']({ before, now }, message);
  }
}

/** Resumes callers, oldest first, and yields to the event loop in between. */
function resume(waiting: readonly Waiting[], revisions: Revisions): void {
  for (const { resolve } of waiting.slice(0, MAX_RESUMED)) resolve(revisions);
  if (waiting.length > MAX_RESUMED) setImmediate(resume, waiting.slice(MAX_RESUMED), revisions);
}
