import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Recipients } from '../recipients/recipients.service.js';
import { Notices } from '../sending/notices.service.js';
import { NotificationWatches } from './notification-watches.js';
import { RoundRepository } from './round.repository.js';

/** Looks for what is to be told, and writes one message a recipient and topic. */
@Injectable()
export class NotificationRound {
  constructor(
    private readonly database: Database,
    private readonly rounds: RoundRepository,
    private readonly recipients: Recipients,
    private readonly watches: NotificationWatches,
    private readonly notices: Notices,
  ) {}

  /**
   * What is remembered as told and the messages are written in one transaction, so nothing is told twice or not at all.
   * @returns false if it was not time.
   */
  run(): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      if (!(await this.rounds.take(manager))) return false;
      const recipients = await this.recipients.all(manager);
      for (const notice of await this.watches.take(manager, recipients)) {
        await this.notices.tell(manager, notice, recipients);
      }
      return true;
    });
  }
}
