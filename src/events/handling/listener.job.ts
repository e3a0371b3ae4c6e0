import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { PortOf } from '../../common/port-shape.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import { SlowReceivers } from '../../queue/slow-receivers.js';
import type { Listener } from '../listener.js';
import type { ListenerJobData } from '../listener-job-data.js';
import { Listeners } from '../listeners.js';
import type { ShopEvent } from '../shop-event.js';
import { EventAttempts } from './event-attempts.js';
import { ListenerCalls } from './listener-calls.js';

/** Events that the listeners of one process handle at the same time, those of the catalog and of accounts in order besides. */
const EVENT_SLOTS = { first: 20, retried: 5 };
/**
 * A listener whose code is not loaded here may be loaded by another process, such as a newer server. The longer a job has
 * waited for it, the later it is tried again, so that many waiting jobs cost little.
 */
const MIN_NOT_LOADED_RETRY_SECONDS = 15;
const MAX_NOT_LOADED_RETRY_SECONDS = 15 * 60;
/** A newer server may record its listeners later than others take jobs for them. */
const UNKNOWN_LISTENER_TIMEOUT_MS = 24 * 60 * 60_000;

/** Hands events to listeners. A failed attempt writes the job of the next one. */
@Injectable()
export class ListenerJob implements OnApplicationBootstrap {
  private readonly slow = new SlowReceivers();

  constructor(
    private readonly listeners: Listeners,
    private readonly calls: ListenerCalls,
    private readonly attempts: EventAttempts,
    private readonly jobs: JobQueue,
  ) {}

  /** A process without listeners leaves the jobs to others. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.listeners.isEmpty) return;
    const slots = { ...EVENT_SLOTS, receivers: this.slow };
    await this.jobs.work<ListenerJobData>(QUEUES.listener, slots, (job) => this.run(job));
  }

  /** If the process is killed here, another one repeats the job, so a listener may get an event twice. */
  async run(job: ListenerJobData): Promise<void> {
    if (!(await this.attempts.isDue(job))) return;
    const { extension, listener: name } = job;
    const listener = this.listeners.find({ extension, name });
    if (!listener) return this.withoutCode(job);
    const event = JSON.parse(job.event) as ShopEvent;
    const error = this.listeners.isConcerned(listener, event)
      ? await this.failureOf(listener, event, job.attempt)
      : undefined;
    await (error ? this.attempts.failed(job, error.cause) : this.attempts.succeeded(job));
  }

  private async failureOf(
    listener: PortOf<Listener>,
    event: ShopEvent,
    attempt: number,
  ): Promise<{ cause: unknown } | undefined> {
    try {
      const { extension, port } = listener;
      const receiver = `${extension}.${port.name}`;
      await this.slow.timed(receiver, () => this.calls.handle(listener, event, attempt));
      return undefined;
    } catch (cause) {
      return { cause };
    }
  }

  private async withoutCode(job: ListenerJobData): Promise<void> {
    const { waitingSinceMs = Date.now() } = job;
    const waitedMs = Date.now() - waitingSinceMs;
    if (waitedMs > UNKNOWN_LISTENER_TIMEOUT_MS && !(await this.attempts.isRecorded(job))) {
      return this.attempts.givenUp(job, 'no extension has this listener any more');
    }
    await this.attempts.postpone({ ...job, waitingSinceMs }, notLoadedRetrySeconds(waitedMs));
  }
}

function notLoadedRetrySeconds(waitedMs: number): number {
  const seconds = Math.max(Math.round(waitedMs / 1000), MIN_NOT_LOADED_RETRY_SECONDS);
  return Math.min(seconds, MAX_NOT_LOADED_RETRY_SECONDS);
}
