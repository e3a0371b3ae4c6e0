import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../../common/logger.js';
import { Database } from '../../../database/database.js';
import { JobQueue } from '../../../queue/job-queue.js';
import { QUEUES } from '../../../queue/queues.js';
import { SlowReceivers } from '../../../queue/slow-receivers.js';
import type { AccountWebhook } from '../account-webhook.entity.js';
import { WebhookDelivery, type AttemptOutcome } from './webhook-delivery.service.js';
import { messageRetryDelaySeconds } from '../../../queue/message-retry-delay.js';
import { receiverOf } from '../webhook-receiver.js';
import { WebhookRepository } from '../webhook.repository.js';

/** Messages that one process sends at the same time. */
const MAX_CONCURRENT_MESSAGES = 20;

/** A message with the number of the attempt. A type alias, since an interface is not assignable to JobData. */
type Attempt = Readonly<{
  accountId: number;
  id: string;
  type: string;
  body: string;
  attempt: number;
}>;

/** Sends messages. A failed attempt writes the job of the next one. */
@Injectable()
export class WebhookJob implements OnApplicationBootstrap {
  /** By account. */
  private readonly receivers = new SlowReceivers<number>();

  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhookRepository,
    private readonly delivery: WebhookDelivery,
    private readonly jobs: JobQueue,
    @Inject(LOGGER) private readonly logger: Logger,
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
    await this.settle(webhook, attempt, outcome);
  }

  private async settle(
    webhook: AccountWebhook,
    attempt: Attempt,
    outcome: AttemptOutcome,
  ): Promise<void> {
    const { accountId, id, attempt: attempts } = attempt;
    if (outcome.kind === 'delivered') {
      if (attempts > 1) await this.webhooks.forgetFailure(id);
      return;
    }
    if (outcome.kind === 'gone') {
      await this.webhooks.remove(accountId, webhook.url);
      this.logger.warn({ accountId }, 'a webhook was switched off, as its receiver asked for');
      await this.noteFailure(attempt, 'it answered HTTP 410: the webhook was switched off', null);
      return;
    }
    const againInSeconds = messageRetryDelaySeconds(attempts) ?? null;
    const consequence = againInSeconds === null ? 'was given up' : 'is tried again';
    this.logger.warn(
      { accountId, message: id, attempts, reason: outcome.reason },
      `a webhook message did not arrive and ${consequence}`,
    );
    await this.noteFailure(attempt, outcome.reason, againInSeconds);
  }

  private async noteFailure(
    attempt: Attempt,
    reason: string,
    againInSeconds: number | null,
  ): Promise<void> {
    const { accountId, id: messageId, type: eventType, attempt: attempts } = attempt;
    const failure = { accountId, messageId, eventType, attempts, reason, againInSeconds };
    await this.database.transaction(async (manager) => {
      await this.webhooks.noteFailure(failure, manager);
      if (againInSeconds === null) return;
      const next = { ...attempt, attempt: attempts + 1 };
      await this.jobs.send(manager, QUEUES.webhook, next, { afterSeconds: againInSeconds });
    });
  }

  private async postpone(attempt: Attempt, afterSeconds: number): Promise<void> {
    await this.database.transaction((manager) =>
      this.jobs.send(manager, QUEUES.webhook, attempt, { afterSeconds }),
    );
  }
}
