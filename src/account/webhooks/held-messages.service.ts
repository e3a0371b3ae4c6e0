import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { FailedEvents } from '../../events/failures/failed-events.service.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import { WebhookRepository } from './webhook.repository.js';

/** What was unsent in a restored state. */
export interface HeldBack {
  readonly held: number;
  /** What was to be tried again, and what the backup does not contain. */
  readonly lost: number;
}

/** Of listeners of extensions. */
export interface HeldEvents extends HeldBack {
  /** Whose events in order are held back, counted for each listener. */
  readonly accounts: number;
}

/** Messages that were unsent in a restored state. They may have been sent after it, so they wait for the operator. */
@Injectable()
export class HeldMessages {
  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly jobs: JobQueue,
    private readonly events: FailedEvents,
  ) {}

  /** Holds back the messages to accounts, and the events for listeners of extensions. */
  async hold(manager: EntityManager): Promise<{ messages: HeldBack; events: HeldEvents }> {
    const held = await this.jobs.hold(manager, QUEUES.webhook);
    const givenUp = await this.webhooks.giveUpAll(manager);
    const messages = { held, lost: Math.max(givenUp - held, 0) };
    return { messages, events: await this.events.hold(manager) };
  }

  /** Sends the held messages. @returns their number */
  release(manager: EntityManager): Promise<number> {
    return this.jobs.releaseHeld(manager, QUEUES.webhook);
  }

  /** Deletes the held messages. @returns their number */
  drop(manager: EntityManager): Promise<number> {
    return this.jobs.dropHeld(manager, QUEUES.webhook);
  }
}
