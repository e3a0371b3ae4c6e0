import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { storableText } from '../../common/text.js';
import { Database } from '../../database/database.js';
import { JobQueue } from '../../queue/job-queue.js';
import { messageRetryDelaySeconds } from '../../queue/message-retry-delay.js';
import { FailedEventRepository } from '../failures/failed-event.repository.js';
import { JOB_TYPE, queueOf, type ListenerJobData } from '../listener-job-data.js';
import { ShopEvents } from '../shop-events.service.js';

const MAX_REASON_CHARACTERS = 500;
/**
 * Code that is not loaded here may be loaded by another process, such as a newer server. The longer a job has waited for it,
 * the later it is tried again, so that many waiting jobs cost little.
 */
const MIN_NOT_LOADED_RETRY_SECONDS = 15;
const MAX_NOT_LOADED_RETRY_SECONDS = 15 * 60;
/** A newer server may record its listeners and jobs later than others take jobs for them. */
const UNKNOWN_CODE_TIMEOUT_MS = 24 * 60 * 60_000;

/** Keeps what has become of the attempts to hand an event to a listener, or to do a job of an extension. */
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

  async succeeded(job: ListenerJobData): Promise<void> {
    if (job.attempt > 1) await this.failures.forget(keyOf(job));
  }

  /** @param retryAfterSeconds of a job that has times of its own */
  async failed(
    job: ListenerJobData,
    error: unknown,
    retryAfterSeconds?: readonly number[],
  ): Promise<void> {
    const { message } = loggableError(error);
    const delay = retryAfterSeconds
      ? retryAfterSeconds[job.attempt - 1]
      : messageRetryDelaySeconds(job.attempt);
    await this.note(job, message, delay ?? null);
  }

  /** The same attempt, later, by a process that has loaded the code; given up when no extension has it any more. */
  async waitForCode(job: ListenerJobData): Promise<void> {
    const { waitingSinceMs = Date.now() } = job;
    const waitedMs = Date.now() - waitingSinceMs;
    const { type } = headOf(job);
    if (waitedMs > UNKNOWN_CODE_TIMEOUT_MS && !(await this.isRecorded(job, type))) {
      const what = type === JOB_TYPE ? 'job' : 'listener';
      return this.note(job, `no extension has this ${what} any more`, null);
    }
    const timing = { afterSeconds: notLoadedRetrySeconds(waitedMs), isRetry: true };
    await this.database.transaction(async (manager) => {
      const event = await this.failures.present(manager, job.event);
      await this.jobs.send(manager, queueOf(type), { ...job, event, waitingSinceMs }, timing);
    });
  }

  /** True if an extension has the listener or job, though its code may not be loaded here. */
  private async isRecorded({ extension, listener }: ListenerJobData, type: string) {
    if (type === JOB_TYPE) return this.failures.isRecordedJob(extension, listener);
    const recorded = await this.events.recorded(this.database.manager);
    return recorded.some((one) => one.extension === extension && one.name === listener);
  }

  private async note(
    job: ListenerJobData,
    text: string,
    againInSeconds: number | null,
  ): Promise<void> {
    const { accountId, extension, listener, event, attempt } = job;
    const { id: eventId, type: eventType } = headOf(job);
    const reason = storableText(text.slice(0, MAX_REASON_CHARACTERS));
    const consequence = againInSeconds === null ? 'was given up' : 'is tried again';
    this.logger.warn(
      { extension, port: listener, event: eventId, attempts: attempt, reason },
      eventType === JOB_TYPE
        ? `a job of an extension failed, which ${consequence}`
        : `a listener did not handle an event, which ${consequence}`,
    );
    const failure = { extension, listener, eventId, eventType, event, attempts: attempt, reason };
    await this.database.transaction(async (manager) => {
      const present = await this.failures.note(manager, { ...failure, againInSeconds });
      if (againInSeconds === null) return;
      const account = accountId === undefined ? {} : { accountId };
      const next = { ...account, extension, listener, event: present, attempt: attempt + 1 };
      const timing = { afterSeconds: againInSeconds, isRetry: true };
      await this.jobs.send(manager, queueOf(eventType), next, timing);
    });
  }
}

function headOf({ event }: ListenerJobData) {
  return JSON.parse(event) as { readonly id: string; readonly type: string };
}

function keyOf(job: ListenerJobData) {
  const { extension, listener } = job;
  return { extension, listener, eventId: headOf(job).id };
}

function notLoadedRetrySeconds(waitedMs: number): number {
  const seconds = Math.max(Math.round(waitedMs / 1000), MIN_NOT_LOADED_RETRY_SECONDS);
  return Math.min(seconds, MAX_NOT_LOADED_RETRY_SECONDS);
}
