import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MissingError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { Database } from '../../database/database.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES, type QueueName } from '../../queue/queues.js';
import { queueOf, type ListenerJobData } from '../listener-job-data.js';
import type { FailedEvent } from './failed-event.entity.js';
import { FailedEventRepository } from './failed-event.repository.js';

const HELD_QUEUES = [QUEUES.listener, QUEUES.extension] as const;

/** Events that listeners have not handled, jobs that have failed, and what a restore holds back; for the operator. */
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

  /**
   * Hands an event to its listener once more, or does a job once more, now. What was planned for later is not done any
   * more.
   * @throws MissingError
   */
  resend(id: number): Promise<FailedEvent> {
    return this.database.transaction(async (manager) => {
      const failed = await this.failures.tryNow(manager, id);
      if (!failed) {
        throw new MissingError(...sentence('missing.failed-event', { id }));
      }
      const { extension, listener, event, eventType, attempts } = failed;
      const job: ListenerJobData = { extension, listener, event, attempt: attempts + 1 };
      await this.jobs.send(manager, queueOf(eventType), job);
      return failed;
    });
  }

  /**
   * Holds back the unsent events and jobs of a restored state: they may have been handled after it.
   * @returns the number of those that are held back, and of those that a backup names but has no job of.
   */
  async hold(manager: EntityManager): Promise<{ held: number; lost: number }> {
    const held = await sumOf((queue) => this.jobs.hold(manager, queue));
    const givenUp = await this.failures.giveUpAll(manager);
    return { held, lost: Math.max(givenUp - held, 0) };
  }

  /** Sends what is held. @returns its number */
  release(): Promise<number> {
    return this.database.transaction((manager) =>
      sumOf((queue) => this.jobs.releaseHeld(manager, queue)),
    );
  }

  /** Deletes what is held. @returns its number */
  drop(): Promise<number> {
    return this.database.transaction((manager) =>
      sumOf((queue) => this.jobs.dropHeld(manager, queue)),
    );
  }
}

async function sumOf(count: (queue: QueueName) => Promise<number>): Promise<number> {
  let sum = 0;
  for (const queue of HELD_QUEUES) sum += await count(queue);
  return sum;
}
