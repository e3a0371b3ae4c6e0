import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { isFirstWorker } from '../../common/server-worker.js';
import type { PortOf } from '../../common/port-shape.js';
import { withinTime } from '../../common/time-limit.js';
import { RUNS_JOBS } from '../../queue/job-queue.js';
import { AccountDelivery } from './account-delivery.js';
import { AccountQueue } from './account-queue.js';
import { ListenerPositions } from '../ordered/listener-positions.repository.js';
import type { OrderedListener } from '../ordered/ordered-listener.js';
import { OrderedListeners } from '../ordered/ordered-listeners.js';

/** Accounts that one listener is told of at the same time, in one process. */
export const ACCOUNT_SLOTS = 10;
const MIN_PAUSE_MS = 1_000;
/** So that looking takes at most a twentieth of the time of one session of the database. */
const PAUSES_A_LOOK = 20;
/** As long as running jobs have. */
const STOP_TIMEOUT_MS = 15_000;

/** Looks for accounts with something new, and has listeners told of them. Nothing runs without a listener. */
@Injectable()
export class OrderedDelivery implements OnApplicationBootstrap {
  private readonly stopping = new AbortController();
  private readonly queues = new Map<string, AccountQueue>();
  private following: Promise<void> | undefined;

  constructor(
    private readonly listeners: OrderedListeners,
    private readonly positions: ListenerPositions,
    private readonly delivery: AccountDelivery,
    @Inject(RUNS_JOBS) private readonly runsJobs: boolean,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A command tells nothing, and of the workers of a server the first one tells. */
  onApplicationBootstrap(): void {
    const { all } = this.listeners;
    if (!this.runsJobs || !isFirstWorker || all.length === 0) return;
    for (const item of all) {
      const queue = new AccountQueue(ACCOUNT_SLOTS, (accountId) => this.run(item, accountId));
      this.queues.set(keyOf(item.extension, item.port.name), queue);
    }
    this.following = this.follow(all);
  }

  /** Lets the events that are being handled end. The claim of one that does not keeps others from its account for a minute. */
  async stop(): Promise<void> {
    this.stopping.abort();
    const ended = [...this.queues.values()].map((queue) => queue.stop());
    const late = 'listeners have not handled their events in time';
    await this.following;
    await withinTime(Promise.all(ended), STOP_TIMEOUT_MS, late).catch((error: unknown) => {
      this.logger.warn({ err: loggableError(error) }, 'events in order did not stop in order');
    });
  }

  private async follow(items: readonly PortOf<OrderedListener>[]): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const began = performance.now();
      try {
        for (const { extension, listener, accountId } of await this.positions.due(items)) {
          this.queues.get(keyOf(extension, listener))?.add(accountId);
        }
      } catch (error) {
        this.warn(error, 'accounts with events for listeners were not found');
      }
      const pauseMs = Math.max(MIN_PAUSE_MS, PAUSES_A_LOOK * (performance.now() - began));
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async run(item: PortOf<OrderedListener>, accountId: number): Promise<boolean> {
    try {
      return await this.delivery.run(item, accountId, this.stopping.signal);
    } catch (error) {
      this.warn(error, 'events of an account were not told; they are told later');
      return false;
    }
  }

  private warn(error: unknown, message: string): void {
    this.logger.warn({ err: loggableError(error) }, message);
  }
}

function keyOf(extension: string, listener: string): string {
  return `${extension} ${listener}`;
}
