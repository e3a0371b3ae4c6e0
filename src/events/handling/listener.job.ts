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
    if (!listener) return this.attempts.waitForCode(job);
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
}
