import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../common/logger.js';
import { Database } from '../database.js';
import { RevisionListener } from './revision-listener.js';
import { READ_REVISIONS, type Revisions } from './revisions.js';

/** Injection token: where to listen for changes; undefined in a process that remembers nothing. */
export const LISTEN_URL = Symbol('listen-url');

/** Revisions that were read longer ago than this are read again before anything is answered by them; milliseconds. */
const FRESH = 1_000;
/** So many who wait are told in a turn of the event loop: what they do then would make one turn of all too long. */
const TOLD_IN_A_TURN = 64;
/** Longer than the listener pauses; when it has not read by then it is cut off, milliseconds. */
const LISTENER_PAUSES = 500;

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
 * Says of which revisions the shop is now, so that what an instance remembers can be told from what has become old.
 * As a rule it knows: a change is announced within milliseconds, and one that is not is found within a third of a
 * second. When it does not know, it asks the database, and what cannot be asked is not answered.
 */
@Injectable()
export class RevisionWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private known: Revisions | undefined;
  private reading: Reading | undefined;
  private readonly listener: RevisionListener | undefined;
  /** In the order in which they came. */
  private waiting: Waiting[] = [];
  private impatience: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    @Inject(LISTEN_URL) listenUrl: string | undefined,
    @Inject(LOGGER) logger: Logger,
  ) {
    if (listenUrl === undefined) return;
    const report = this.learn.bind(this);
    this.listener = new RevisionListener(listenUrl, report, logger);
  }

  onApplicationBootstrap(): void {
    this.listener?.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.listener?.stop();
  }

  /** What is known, if it is not older than a second. */
  get fresh(): Revisions | undefined {
    const { known } = this;
    return known && performance.now() - known.at <= FRESH ? known : undefined;
  }

  /** At most a second old. @throws when the database does not say. */
  async current(): Promise<Revisions> {
    if (this.fresh) return this.fresh;
    // Callers share a reading, but not one that hangs.
    const { reading } = this;
    const hangs = !reading || performance.now() - reading.at > FRESH;
    return hangs ? this.refresh() : reading.revisions;
  }

  /**
   * By the first reading that begins after the call: as a rule the listener's next one, a third of a second away at
   * most, so that it costs no statement; without the listener by one that all who wait share.
   * @throws when the database does not say.
   */
  next(): Promise<Revisions> {
    const { promise, resolve, reject } = Promise.withResolvers<Revisions>();
    this.waiting.push({ since: performance.now(), resolve, reject });
    this.impatience ??= setTimeout(() => void this.readForWaiting(), LISTENER_PAUSES).unref();
    return promise;
  }

  private async readForWaiting(): Promise<void> {
    this.impatience = undefined;
    if (this.waiting.length === 0) return;
    const { waiting } = this;
    this.waiting = [];
    try {
      tell(waiting, await this.refresh());
    } catch (error) {
      for (const { reject } of waiting) reject(error);
    }
  }

  /** As committed now. @throws when the database does not say. */
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
    // An answer that was overtaken by a later question is old.
    if (this.known && revisions.at < this.known.at) return;
    this.known = revisions;
    const told = this.waiting.findIndex(({ since }) => since > revisions.at);
    const count = told < 0 ? this.waiting.length : told;
    tell(this.waiting.splice(0, count), revisions);
  }
}

/** In the order in which they came; others get their turn in between. */
function tell(waiting: readonly Waiting[], revisions: Revisions): void {
  for (const { resolve } of waiting.slice(0, TOLD_IN_A_TURN)) resolve(revisions);
  if (waiting.length > TOLD_IN_A_TURN) setImmediate(tell, waiting.slice(TOLD_IN_A_TURN), revisions);
}
