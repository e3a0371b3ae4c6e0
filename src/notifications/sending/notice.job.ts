import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER } from '../../common/logger.js';
import { Database } from '../../database/database.js';
import { JobQueue } from '../../queue/job-queue.js';
import { messageRetryDelaySeconds } from '../../queue/message-retry-delay.js';
import { QUEUES } from '../../queue/queues.js';
import { SlowReceivers } from '../../queue/slow-receivers.js';
import { RecipientRepository } from '../recipients/recipient.repository.js';
import type { NoticeAttempt } from './notice-queue.js';
import { NoticeSender, type NoticeOutcome } from './notice-sender.js';

/** Messages that one process sends at the same time. */
const SLOTS = { first: 5, retried: 2 };
/** Then a message is about eight hours old, and no news any more. */
const MAX_ATTEMPTS = 6;

/** Sends notifications. A failed attempt writes the job of the next one. */
@Injectable()
export class NoticeJob implements OnApplicationBootstrap {
  /** By name of the recipient. */
  private readonly receivers = new SlowReceivers();

  constructor(
    private readonly database: Database,
    private readonly recipients: RecipientRepository,
    private readonly sender: NoticeSender,
    private readonly jobs: JobQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const slots = { ...SLOTS, receivers: this.receivers };
    await this.jobs.work<NoticeAttempt>(QUEUES.notification, slots, (attempt) => this.run(attempt));
  }

  /** If the process is killed here, another one repeats the job, so a recipient may get a message twice. */
  async run(attempt: NoticeAttempt): Promise<void> {
    const { recipient: name } = attempt;
    const recipient = await this.recipients.find(name);
    // It was removed meanwhile.
    if (!recipient) return;
    const outcome = await this.receivers.timed(name, () => this.sender.attempt(recipient, attempt));
    await this.settle(attempt, outcome);
  }

  private async settle(attempt: NoticeAttempt, outcome: NoticeOutcome): Promise<void> {
    const { recipient: name, id: message, type, attempt: attempts } = attempt;
    if (outcome.kind === 'delivered') return this.recipients.noteSent(name);
    const isGone = outcome.kind === 'gone';
    const reason = isGone ? 'it answered HTTP 410' : outcome.reason;
    const mayTry = !isGone && attempts < MAX_ATTEMPTS;
    const againInSeconds = mayTry ? messageRetryDelaySeconds(attempts) : undefined;
    const consequence = againInSeconds === undefined ? 'was given up' : 'is tried again';
    this.logger.warn(
      { recipient: name, message, type, attempts, reason },
      `a notification did not arrive and ${consequence}`,
    );
    await this.recipients.noteFailed(name, reason);
    if (againInSeconds === undefined) return;
    const next = { ...attempt, attempt: attempts + 1 };
    const timing = { afterSeconds: againInSeconds, isRetry: true };
    await this.database.transaction((manager) =>
      this.jobs.send(manager, QUEUES.notification, next, timing),
    );
  }
}
