import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import { JobQueue } from '../../../queue/job-queue.js';
import { QUEUES } from '../../../queue/queues.js';
import { SlowReceivers } from '../../../queue/slow-receivers.js';
import { receiverOf } from '../webhook-receiver.js';
import { WebhookRepository } from '../webhook.repository.js';
import { WebhookDelivery } from './webhook-delivery.service.js';
import { WebhookOutcomes } from './webhook-outcomes.service.js';

/** Messages that one process sends at the same time. */
const MAX_CONCURRENT_MESSAGES = 20;

/** A `MessageAttempt`. A type alias, since an interface is not assignable to JobData. */
type Attempt = Readonly<{
  accountId: number;
  id: string;
  type: string;
  body: string;
  attempt: number;
}>;

/** Sends messages. */
@Injectable()
export class WebhookJob implements OnApplicationBootstrap {
  /** By account. */
  private readonly receivers = new SlowReceivers<number>();

  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhookRepository,
    private readonly delivery: WebhookDelivery,
    private readonly outcomes: WebhookOutcomes,
    private readonly jobs: JobQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<Attempt>(QUEUES.webhook, MAX_CONCURRENT_MESSAGES, (attempt) =>
      this.run(attempt),
    );
  }

  /** If the process is killed here, another one repeats the job, so a receiver may get a message twice. */
  async run(attempt: Attempt): Promise<void> {
    const { accountId } = attempt;
    const backoffSeconds = this.receivers.backoffSeconds(accountId);
    if (backoffSeconds > 0) return this.postpone(attempt, backoffSeconds);
    const webhook = await this.webhooks.find(accountId);
    // The webhook was switched off meanwhile.
    if (!webhook) return this.webhooks.forgetFailure(attempt.id);
    const outcome = await this.receivers.timed(accountId, () =>
      this.delivery.attempt(receiverOf(webhook), attempt),
    );
    await this.outcomes.settle(webhook, attempt, outcome);
  }

  private async postpone(attempt: Attempt, afterSeconds: number): Promise<void> {
    await this.database.transaction((manager) =>
      this.jobs.send(manager, QUEUES.webhook, attempt, { afterSeconds }),
    );
  }
}
