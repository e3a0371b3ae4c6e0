import { setTimeout as wait } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import type { PortOf } from '../../common/port-shape.js';
import { RevisionWatch } from '../../database/revision/revision-watch.js';
import { messageRetryDelaySeconds } from '../../queue/message-retry-delay.js';
import { RUNS_JOBS } from '../../queue/job-queue.js';
import type { Listener } from '../listener.js';
import { Listeners } from '../listeners.js';
import { shopEvent, type ShopEvent } from '../shop-event.js';
import { ListenerCalls } from './listener-calls.js';

const UNAVAILABLE_RETRY_MS = 1_000;
/** Further attempts come at the same delay: half an hour. */
const MAX_GROWING_DELAYS = 3;

/**
 * Tells listeners that the catalog has changed, in each server by itself: one call of each listener at a time, and after
 * it another one only if the catalog has changed meanwhile.
 */
@Injectable()
export class CatalogChanges implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();

  constructor(
    private readonly listeners: Listeners,
    private readonly calls: ListenerCalls,
    private readonly revisions: RevisionWatch,
    @Inject(RUNS_JOBS) private readonly runsJobs: boolean,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A command tells nothing. */
  onApplicationBootstrap(): void {
    if (!this.runsJobs) return;
    for (const listener of this.listeners.of('catalog.changed')) void this.follow(listener);
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  private async follow(listener: PortOf<Listener>): Promise<void> {
    let told: string | undefined;
    let [event, attempt, dueAt] = [undefined as ShopEvent | undefined, 1, 0];
    while (!this.stopping.signal.aborted) {
      const revision = await this.otherThan(told);
      if (revision === undefined || this.isStopping()) continue;
      if (event?.type !== 'catalog.changed' || event.data.revision !== revision) {
        event = shopEvent({ type: 'catalog.changed', data: { revision } });
        [attempt, dueAt] = [1, 0];
      }
      // `otherThan` has waited for a read of the revisions, so this loop is no busy one.
      if (performance.now() < dueAt) continue;
      const delaySeconds = await this.tell(listener, event, attempt++);
      if (delaySeconds === undefined) told = revision;
      else dueAt = performance.now() + delaySeconds * 1000;
    }
  }

  /** The newest revision once it is another one; undefined when it cannot be read or the server stops. */
  private async otherThan(told: string | undefined): Promise<string | undefined> {
    try {
      const { catalog } = await this.revisions.next();
      return catalog === told ? undefined : catalog;
    } catch {
      await this.pause(UNAVAILABLE_RETRY_MS);
      return undefined;
    }
  }

  /** @returns after how many seconds to try again; undefined when the listener has handled the event. */
  private async tell(
    listener: PortOf<Listener>,
    event: ShopEvent,
    attempt: number,
  ): Promise<number | undefined> {
    if (!this.listeners.isConcerned(listener, event)) return undefined;
    try {
      await this.calls.handle(listener, event, attempt);
      return undefined;
    } catch (error) {
      const { extension, port } = listener;
      this.logger.warn(
        { extension, port: port.name, attempt, err: loggableError(error) },
        'a listener did not handle a change of the catalog',
      );
      return messageRetryDelaySeconds(Math.min(attempt, MAX_GROWING_DELAYS));
    }
  }

  /** A method, because TypeScript would take the property as unchanged after an await. */
  private isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async pause(milliseconds: number): Promise<void> {
    const { signal } = this.stopping;
    await wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
