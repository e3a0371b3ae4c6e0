import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { JobQueue } from '../../../queue/job-queue.js';
import { QUEUES } from '../../../queue/queues.js';
import { SlowReceivers } from '../../../queue/slow-receivers.js';
import type { AccountWebhook } from '../account-webhook.entity.js';
import { receiverOf } from '../webhook-receiver.js';
import { WebhookRepository } from '../webhook.repository.js';
import { WebhookDelivery, type AttemptOutcome } from './webhook-delivery.service.js';
import { WebhookOutcomes } from './webhook-outcomes.service.js';

/** Messages that one process sends at the same time. */
const SLOTS = { first: 20, retried: 5 };
/**
 * The messages to a slow receiver wait for one another, so that ten attempts may take very long. No other message is as old
 * at its last attempt.
 */
const MAX_AGE_MS = 4 * 24 * 3_600_000;
const OUTDATED: AttemptOutcome = {
  kind: 'failed',
  reason: 'its turn did not come within four days, since the receiver is slow',
  isFinal: true,
};

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
  private readonly receivers = new SlowReceivers();

  constructor(
    private readonly webhooks: WebhookRepository,
    private readonly delivery: WebhookDelivery,
    private readonly outcomes: WebhookOutcomes,
    private readonly jobs: JobQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const slots = { ...SLOTS, receivers: this.receivers };
    await this.jobs.work<Attempt>(QUEUES.webhook, slots, (attempt) => this.run(attempt));
    // A start does not wait for it: without it, slow receivers are found anew.
    void this.webhooks.failingAccounts().then(
      (accounts) => {
        this.receivers.expect(accounts.map(String));
      },
      () => undefined,
    );
  }

  /** If the process is killed here, another one repeats the job, so a receiver may get a message twice. */
  async run(attempt: Attempt): Promise<void> {
    const { accountId } = attempt;
    const webhook = await this.webhooks.find(accountId);
    // The webhook was switched off meanwhile.
    if (!webhook) return this.webhooks.forgetFailure(attempt.id);
    await this.outcomes.settle(webhook, attempt, await this.outcomeOf(webhook, attempt));
  }

  private outcomeOf(webhook: AccountWebhook, attempt: Attempt): Promise<AttemptOutcome> {
    const receiver = String(attempt.accountId);
    if (this.receivers.isSlow(receiver) && ageMs(attempt) > MAX_AGE_MS) {
      return Promise.resolve(OUTDATED);
    }
    return this.receivers.timed(receiver, () =>
      this.delivery.attempt(receiverOf(webhook), attempt),
    );
  }
}

function ageMs({ body }: Attempt): number {
  const { timestamp } = JSON.parse(body) as { readonly timestamp: string };
  return Date.now() - Date.parse(timestamp);
}
