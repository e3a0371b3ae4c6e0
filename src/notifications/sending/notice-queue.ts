import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { messageOf } from '../../account/webhooks/webhook-message.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import type { Notice } from '../messages/notice.js';

/** A message to a recipient, with the number of the attempt. A type alias, since an interface is not assignable to JobData. */
export type NoticeAttempt = Readonly<{
  recipient: string;
  id: string;
  type: string;
  body: string;
  attempt: number;
}>;

/** Writes messages as jobs. */
@Injectable()
export class NoticeQueue {
  constructor(private readonly jobs: JobQueue) {}

  /** Writes the job in the caller's transaction, so the message is sent if that is committed. */
  async send(manager: EntityManager, recipient: string, notice: Notice): Promise<void> {
    const job: NoticeAttempt = { recipient, ...messageOf(notice), attempt: 1 };
    await this.jobs.send(manager, QUEUES.notification, job);
  }
}
