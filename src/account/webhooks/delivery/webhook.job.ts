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

/** Messages that one process sends at the same time. */
const MAX_CONCURRENT_MESSAGES = 20;
/** After a slower answer, messages to the receiver are postponed, so that it does not delay those to others. */
const SLOW_ANSWER_MS = 5_000;
const SLOW_RECEIVER_BACKOFF_MS = 30_000;

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
  /** By account, the time by `Date.now()` until which messages are postponed. */
  private readonly postponedUntil = new Map<number, number>();

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
    const backoffMs = (this.postponedUntil.get(accountId) ?? 0) - Date.now();
    if (backoffMs > 0) return this.postpone(attempt, backoffMs);
    this.postponedUntil.delete(accountId);
    const webhook = await this.webhooks.find(accountId);
    // The webhook was switched off meanwhile.
    if (!webhook) return this.webhooks.forgetFailure(attempt.id);
    const startedAt = Date.now();
    const outcome = await this.delivery.attempt(webhook, attempt);
    if (Date.now() - startedAt > SLOW_ANSWER_MS) {
      this.postponedUntil.set(accountId, Date.now() + SLOW_RECEIVER_BACKOFF_MS);
    }
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

  private async postpone(attempt: Attempt, delayMs: number): Promise<void> {
    const afterSeconds = Math.ceil(delayMs / 1000);
    await this.database.transaction((manager) =>
      this.jobs.send(manager, QUEUES.webhook, attempt, { afterSeconds }),
    );
  }
}
