import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../../common/logger.js';
import { Database } from '../../../database/database.js';
import { JobQueue } from '../../../queue/job-queue.js';
import { messageRetryDelaySeconds } from '../../../queue/message-retry-delay.js';
import { QUEUES } from '../../../queue/queues.js';
import type { AccountWebhook } from '../account-webhook.entity.js';
import { orderOf } from '../webhook-message.js';
import { WebhookRepository } from '../webhook.repository.js';
import { failureOf, sentMessage, type MessageAttempt } from './sent-message.js';
import { SentMessages } from './sent-messages.repository.js';
import type { AttemptOutcome } from './webhook-delivery.service.js';

/** Writes what becomes of a message after an attempt to send it. */
@Injectable()
export class WebhookOutcomes {
  /** Attempts of this process, by what has come of them. */
  readonly attempts = { delivered: 0, failed: 0, given_up: 0, gone: 0 };

  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhookRepository,
    private readonly sent: SentMessages,
    private readonly jobs: JobQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** A failed attempt writes the job of the next one. A receiver that is gone switches its webhook off. */
  async settle(
    webhook: AccountWebhook,
    attempt: MessageAttempt,
    outcome: AttemptOutcome,
  ): Promise<void> {
    const { accountId, id, attempt: attempts } = attempt;
    if (outcome.kind === 'delivered') {
      this.attempts.delivered += 1;
      return this.noteDelivery(webhook, attempt, outcome);
    }
    const about = { accountId, message: id, attempts, ...orderOf(attempt) };
    if (outcome.kind === 'gone') {
      this.attempts.gone += 1;
      await this.webhooks.remove(accountId, webhook.url);
      this.logger.warn(about, 'a webhook was switched off, as its receiver asked for');
      await this.noteFailure(webhook, attempt, outcome, null);
      return;
    }
    const againInSeconds = outcome.isFinal ? null : (messageRetryDelaySeconds(attempts) ?? null);
    this.attempts[againInSeconds === null ? 'given_up' : 'failed'] += 1;
    const consequence = againInSeconds === null ? 'was given up' : 'is tried again';
    this.logger.warn(
      { ...about, reason: outcome.reason },
      `a webhook message did not arrive and ${consequence}`,
    );
    await this.noteFailure(webhook, attempt, outcome, againInSeconds);
  }

  /** It never throws: the job would be repeated, and the message sent again. */
  private async noteDelivery(
    webhook: AccountWebhook,
    attempt: MessageAttempt,
    outcome: AttemptOutcome,
  ): Promise<void> {
    const { accountId, id, attempt: attempts } = attempt;
    try {
      const message = sentMessage(webhook, attempt, outcome);
      if (message) await this.sent.note(message);
      if (attempts > 1) await this.webhooks.forgetFailure(id);
    } catch (error) {
      this.logger.warn(
        { err: error, accountId, message: id, attempts, ...orderOf(attempt) },
        'a webhook message has arrived, but that could not be noted',
      );
    }
  }

  private async noteFailure(
    webhook: AccountWebhook,
    attempt: MessageAttempt,
    outcome: AttemptOutcome,
    againInSeconds: number | null,
  ): Promise<void> {
    const { accountId, id: messageId, type: eventType, attempt: attempts } = attempt;
    const reason = failureOf(outcome);
    const failure = { accountId, messageId, eventType, attempts, reason, againInSeconds };
    const message = sentMessage(webhook, attempt, outcome);
    await this.database.transaction(async (manager) => {
      const isLast = againInSeconds === null;
      // First, since it locks the order, which an erasure does before it writes the other rows.
      const body = isLast ? '' : await this.webhooks.bodyToRepeat(manager, attempt.body);
      await this.webhooks.noteFailure(failure, manager);
      if (message) await this.sent.note(message, manager);
      if (isLast) return;
      const next = { ...attempt, body, attempt: attempts + 1 };
      const timing = { afterSeconds: againInSeconds, isRetry: true };
      await this.jobs.send(manager, QUEUES.webhook, next, timing);
    });
  }
}
