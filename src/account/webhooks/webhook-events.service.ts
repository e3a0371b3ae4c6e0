import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import { messageOf, type WebhookEvent } from './webhook-message.js';

/** Sends events to webhooks of accounts. The caller makes sure that the account has one. */
@Injectable()
export class WebhookEvents {
  constructor(private readonly jobs: JobQueue) {}

  /** Writes the job of the message in the caller's transaction, so the message is sent if that is committed. */
  async send(manager: EntityManager, accountId: number, event: WebhookEvent): Promise<void> {
    await this.jobs.send(manager, QUEUES.webhook, { accountId, ...messageOf(event), attempt: 1 });
  }
}
