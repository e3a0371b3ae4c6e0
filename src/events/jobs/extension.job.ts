import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../common/logger.js';
import type { PortOf } from '../../common/port-shape.js';
import { withinTime } from '../../common/time-limit.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import { EventAttempts } from '../handling/event-attempts.js';
import type { ListenerJobData } from '../listener-job-data.js';
import type { ExtensionJob } from './extension-job.js';
import { JobHandlers } from './job-handlers.js';

/** Jobs that a process does at the same time. */
const SLOTS = { first: 20, retried: 5 };
/** Below the time after which a job counts as one of a killed process. */
const HANDLE_TIMEOUT_MS = 120_000;
const LATE = `it did not end within ${HANDLE_TIMEOUT_MS / 1000} seconds`;

/** Does the jobs of extensions. A failed attempt writes the job of the next one. */
@Injectable()
export class ExtensionJobRunner implements OnApplicationBootstrap {
  constructor(
    private readonly handlers: JobHandlers,
    private readonly attempts: EventAttempts,
    private readonly jobs: JobQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A process without such jobs leaves them to others. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.handlers.isEmpty) return;
    await this.jobs.work<ListenerJobData>(QUEUES.extension, SLOTS, (job) => this.run(job));
  }

  /** If the process is killed here, another one repeats the job, so it may be done twice. */
  async run(job: ListenerJobData): Promise<void> {
    if (!(await this.attempts.isDue(job))) return;
    const found = this.handlers.find(job.extension, job.listener);
    if (!found) return this.attempts.waitForCode(job);
    try {
      await this.handle(found, job);
    } catch (error) {
      const { retryAfterSeconds } = found.port;
      return this.attempts.failed(job, error, retryAfterSeconds);
    }
    await this.attempts.succeeded(job);
  }

  private async handle(
    { extension, port }: PortOf<ExtensionJob>,
    { event, attempt }: ListenerJobData,
  ): Promise<void> {
    const { id, data } = JSON.parse(event) as { readonly id: string; readonly data: unknown };
    const logger = this.logger.child({ extension, port: `job "${port.name}"` });
    const limit = new AbortController();
    const { signal } = limit;
    const handling = port.handle(data, { id, attempt, signal, logger });
    await withinTime(handling, HANDLE_TIMEOUT_MS, LATE, limit);
  }
}
