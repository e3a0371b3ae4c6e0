import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Notice } from '../messages/notice.js';
import { hears } from '../recipients/hears.js';
import type { NotificationRecipient } from '../recipients/recipient.entity.js';
import { Recipients } from '../recipients/recipients.service.js';
import { NoticeQueue } from './notice-queue.js';

/** Tells all who are to be told. */
@Injectable()
export class Notices {
  constructor(
    private readonly recipients: Recipients,
    private readonly queue: NoticeQueue,
  ) {}

  /**
   * Writes a message for each recipient of the topic, in the caller's transaction.
   * @param recipients all of them, where the caller has read them. @returns how many get it
   */
  async tell(
    manager: EntityManager,
    notice: Notice,
    recipients?: readonly NotificationRecipient[],
  ): Promise<number> {
    const all = recipients ?? (await this.recipients.all(manager));
    const hearing = all.filter((one) => hears(one, notice));
    for (const { name } of hearing) await this.queue.send(manager, name, notice);
    return hearing.length;
  }
}
