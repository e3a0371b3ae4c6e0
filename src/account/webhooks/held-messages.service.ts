import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FailedEvents } from '../../events/failures/failed-events.service.js';
import { Database } from '../../database/database.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import { WebhookRepository } from './webhook.repository.js';

/** What was unsent in a restored state. */
export interface HeldBack {
  readonly held: number;
  /** What was to be tried again, and what the backup does not contain. */
  readonly lost: number;
}

/** Messages that were unsent in a restored state. They may have been sent after it, so they wait for the operator. */
@Injectable()
export class HeldMessages {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhookRepository,
    private readonly jobs: JobQueue,
    private readonly events: FailedEvents,
  ) {}

  /** Holds back the messages to accounts, and the events for listeners of extensions. */
  async hold(manager: EntityManager): Promise<{ messages: HeldBack; events: HeldBack }> {
    const held = await this.jobs.hold(manager, QUEUES.webhook);
    const givenUp = await this.webhooks.giveUpAll(manager);
    const messages = { held, lost: Math.max(givenUp - held, 0) };
    return { messages, events: await this.events.hold(manager) };
  }

  /** Sends the held messages. @param within the transaction; one of its own by default. @returns their number */
  release(within?: EntityManager): Promise<number> {
    const release = (manager: EntityManager) => this.jobs.releaseHeld(manager, QUEUES.webhook);
    return within ? release(within) : this.database.transaction(release);
  }

  /** Deletes the held messages. @param within the transaction; one of its own by default. @returns their number */
  drop(within?: EntityManager): Promise<number> {
    const drop = (manager: EntityManager) => this.jobs.dropHeld(manager, QUEUES.webhook);
    return within ? drop(within) : this.database.transaction(drop);
  }
}
