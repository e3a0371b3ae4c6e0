import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import { WebhookRepository } from './webhook.repository.js';

/** Messages that were unsent in a restored state. They may have been sent after it, so they wait for the operator. */
@Injectable()
export class HeldMessages {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhookRepository,
    private readonly jobs: JobQueue,
  ) {}

  /** @returns the number of messages that are held back, and of those that a backup names but does not contain. */
  async hold(manager: EntityManager): Promise<{ held: number; lost: number }> {
    const held = await this.jobs.hold(manager, QUEUES.webhook);
    const givenUp = await this.webhooks.giveUpAll(manager);
    return { held, lost: Math.max(givenUp - held, 0) };
  }

  /** Sends the held messages. @returns their number */
  release(): Promise<number> {
    return this.database.transaction((manager) => this.jobs.releaseHeld(manager, QUEUES.webhook));
  }

  /** Deletes the held messages. @returns their number */
  drop(): Promise<number> {
    return this.database.transaction((manager) => this.jobs.dropHeld(manager, QUEUES.webhook));
  }
}
