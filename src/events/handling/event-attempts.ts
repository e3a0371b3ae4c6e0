import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { storableText } from '../../common/text.js';
import { Database } from '../../database/database.js';
import { JobQueue } from '../../queue/job-queue.js';
import { messageRetryDelaySeconds } from '../../queue/message-retry-delay.js';
import { QUEUES } from '../../queue/queues.js';
import { FailedEventRepository } from '../failures/failed-event.repository.js';
import type { ListenerJobData } from '../listener-job-data.js';
import type { ShopEvent } from '../shop-event.js';
import { ShopEvents } from '../shop-events.service.js';

const MAX_REASON_CHARACTERS = 500;

/** Keeps what has become of the attempts to hand an event to a listener. */
@Injectable()
export class EventAttempts {
  constructor(
    private readonly database: Database,
    private readonly failures: FailedEventRepository,
    private readonly events: ShopEvents,
    private readonly jobs: JobQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** False if the event was handled, or tried as often, by another job, such as one of the operator. */
  async isDue(job: ListenerJobData): Promise<boolean> {
    if (job.attempt === 1) return true;
    return (await this.failures.attemptsOf(keyOf(job))) === job.attempt - 1;
  }

  /** True if an extension has the listener, though its code may not be loaded here. */
  async isRecorded({ extension, listener }: ListenerJobData): Promise<boolean> {
    const recorded = await this.events.recorded(this.database.manager);
    return recorded.some((one) => one.extension === extension && one.name === listener);
  }

  async succeeded(job: ListenerJobData): Promise<void> {
    if (job.attempt > 1) await this.failures.forget(keyOf(job));
  }

  async failed(job: ListenerJobData, error: unknown): Promise<void> {
    const { message } = loggableError(error);
    await this.note(job, message, messageRetryDelaySeconds(job.attempt) ?? null);
  }

  async givenUp(job: ListenerJobData, reason: string): Promise<void> {
    await this.note(job, reason, null);
  }

  /** The same attempt, later. */
  async postpone(job: ListenerJobData, afterSeconds: number): Promise<void> {
    await this.database.transaction((manager) =>
      this.jobs.send(manager, QUEUES.listener, job, { afterSeconds, isRetry: true }),
    );
  }

  private async note(
    job: ListenerJobData,
    text: string,
    againInSeconds: number | null,
  ): Promise<void> {
    const { accountId, extension, listener, event, attempt } = job;
    const { id: eventId, type: eventType } = JSON.parse(event) as ShopEvent;
    const reason = storableText(text.slice(0, MAX_REASON_CHARACTERS));
    const consequence = againInSeconds === null ? 'was given up' : 'is tried again';
    this.logger.warn(
      { extension, port: listener, event: eventId, attempts: attempt, reason },
      `a listener did not handle an event, which ${consequence}`,
    );
    const failure = { extension, listener, eventId, eventType, event, attempts: attempt, reason };
    await this.database.transaction(async (manager) => {
      await this.failures.note(manager, { ...failure, againInSeconds });
      if (againInSeconds === null) return;
      const account = accountId === undefined ? {} : { accountId };
      const next = { ...account, extension, listener, event, attempt: attempt + 1 };
      const timing = { afterSeconds: againInSeconds, isRetry: true };
      await this.jobs.send(manager, QUEUES.listener, next, timing);
    });
  }
}

function keyOf({ extension, listener, event }: ListenerJobData) {
  return { extension, listener, eventId: (JSON.parse(event) as ShopEvent).id };
}
