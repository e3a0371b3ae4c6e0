import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import { messageOf, type WebhookEvent } from './webhook-message.js';

/** Tells accounts that have a webhook; whoever calls has made sure of that, in a statement it needs anyway. */
@Injectable()
export class WebhookEvents {
  constructor(private readonly jobs: JobQueue) {}

  /** Writes the message within the transaction that makes it true: it is sent exactly when that is committed. */
  async tell(manager: EntityManager, accountId: number, event: WebhookEvent): Promise<void> {
    await this.jobs.send(manager, QUEUES.webhook, { accountId, ...messageOf(event), attempt: 1 });
  }
}
