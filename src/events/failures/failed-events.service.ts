import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MissingError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { Database } from '../../database/database.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import type { ListenerJobData } from '../listener-job-data.js';
import type { FailedEvent } from './failed-event.entity.js';
import { FailedEventRepository } from './failed-event.repository.js';

/** Events that listeners have not handled, and those that a restore holds back; for the operator. */
@Injectable()
export class FailedEvents {
  constructor(
    private readonly database: Database,
    private readonly failures: FailedEventRepository,
    private readonly jobs: JobQueue,
  ) {}

  /** The last failed first. */
  list(limit: number, extension?: string): Promise<FailedEvent[]> {
    return this.failures.list(limit, extension);
  }

  /** Hands an event to its listener once more, now. What was planned for later is not done any more. @throws MissingError */
  resend(id: number): Promise<FailedEvent> {
    return this.database.transaction(async (manager) => {
      const failed = await this.failures.tryNow(manager, id);
      if (!failed) {
        throw new MissingError(...sentence('missing.failed-event', { id }));
      }
      const { extension, listener, event, attempts } = failed;
      const job: ListenerJobData = { extension, listener, event, attempt: attempts + 1 };
      await this.jobs.send(manager, QUEUES.listener, job);
      return failed;
    });
  }

  /**
   * Holds back the unsent events of a restored state: they may have been handled after it.
   * @returns the number of events that are held back, and of those that a backup names but has no job of.
   */
  async hold(manager: EntityManager): Promise<{ held: number; lost: number }> {
    const held = await this.jobs.hold(manager, QUEUES.listener);
    const givenUp = await this.failures.giveUpAll(manager);
    return { held, lost: Math.max(givenUp - held, 0) };
  }

  /** Sends the held events. @returns their number */
  release(): Promise<number> {
    return this.database.transaction((manager) => this.jobs.releaseHeld(manager, QUEUES.listener));
  }

  /** Deletes the held events. @returns their number */
  drop(): Promise<number> {
    return this.database.transaction((manager) => this.jobs.dropHeld(manager, QUEUES.listener));
  }
}
