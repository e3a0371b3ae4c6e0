import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../../common/logger.js';
import { Database } from '../../../database/database.js';
import { JobQueue } from '../../../queue/job-queue.js';
import { QUEUES } from '../../../queue/queues.js';
import type { AccountWebhook } from '../account-webhook.entity.js';
import { WebhookDelivery, type AttemptOutcome } from './webhook-delivery.service.js';
import { webhookRetryDelaySeconds } from './webhook-retry-delay.js';
import { WebhookRepository } from '../webhook.repository.js';

/** Messages on their way at a time in one process. */
const CONCURRENCY = 20;
/** A receiver that takes longer is left alone for a while, so that the others' messages get their turn. */
const SLOW = 5_000;
const REST = 30_000;

/** A message, and which attempt at it this job is. A type, since only types can be seen as JobData. */
type Attempt = Readonly<{
  accountId: number;
  id: string;
  type: string;
  body: string;
  attempt: number;
}>;

/** Delivers messages. An attempt in vain writes the job of the next one. */
@Injectable()
export class WebhookJob implements OnApplicationBootstrap {
  /** Account to the moment, in milliseconds, from which its receiver is asked again. */
  private readonly resting = new Map<number, number>();

  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhookRepository,
    private readonly delivery: WebhookDelivery,
    private readonly jobs: JobQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<Attempt>(QUEUES.webhook, CONCURRENCY, (attempt) => this.run(attempt));
  }

  /** A process that is killed in here leaves the job to another one: the receiver may see a message twice. */
  async run(attempt: Attempt): Promise<void> {
    const { accountId } = attempt;
    const rest = (this.resting.get(accountId) ?? 0) - Date.now();
    if (rest > 0) return this.postpone(attempt, rest);
    this.resting.delete(accountId);
    const webhook = await this.webhooks.find(accountId);
    // Switched off meanwhile: there is nobody to tell.
    if (!webhook) return this.webhooks.forgetFailure(attempt.id);
    const began = Date.now();
    const outcome = await this.delivery.attempt(webhook, attempt);
    if (Date.now() - began > SLOW) this.resting.set(accountId, Date.now() + REST);
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
    const againInSeconds = webhookRetryDelaySeconds(attempts) ?? null;
    const words = againInSeconds === null ? 'was given up' : 'is tried again';
    this.logger.warn(
      { accountId, message: id, attempts, reason: outcome.reason },
      `a webhook message did not arrive and ${words}`,
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

  private async postpone(attempt: Attempt, milliseconds: number): Promise<void> {
    const afterSeconds = Math.ceil(milliseconds / 1000);
    await this.database.transaction((manager) =>
      this.jobs.send(manager, QUEUES.webhook, attempt, { afterSeconds }),
    );
  }
}
