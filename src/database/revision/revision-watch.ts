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
  private knownAt = -Infinity;
  private reading: Reading | undefined;
  private readonly listener: RevisionListener | undefined;

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
    return performance.now() - this.knownAt <= FRESH ? this.known : undefined;
  }

  /** At most a second old. @throws when the database does not say. */
  async current(): Promise<Revisions> {
    if (this.fresh) return this.fresh;
    // Callers share a reading, but not one that hangs.
    const { reading } = this;
    const hangs = !reading || performance.now() - reading.at > FRESH;
    return hangs ? this.refresh() : reading.revisions;
  }

  /** As committed now. @throws when the database does not say. */
  refresh(): Promise<Revisions> {
    const at = performance.now();
    const revisions = this.database.manager
      .query<[Revisions]>(READ_REVISIONS)
      .then(([revisions]) => {
        this.learn(revisions, at);
        return revisions;
      });
    this.reading = { at, revisions };
    return revisions;
  }

  private learn(revisions: Revisions, at: number): void {
    // An answer that was overtaken by a later question is old.
    if (at < this.knownAt) return;
    this.known = revisions;
    this.knownAt = at;
  }
}
