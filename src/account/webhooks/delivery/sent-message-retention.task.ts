import { Injectable } from '@nestjs/common';
import { PeriodicService } from '../../../common/periodic-service.js';
import { SentMessages } from './sent-messages.repository.js';

/** For how long it is kept what became of a message. */
const KEPT_DAYS = 30;
/** So short that servers which restart often delete, too. */
const INTERVAL_MS = 600_000;
const ROWS_PER_STATEMENT = 5_000;

/** Deletes the record of messages that were sent long ago, in small steps. */
@Injectable()
export class SentMessageRetention extends PeriodicService {
  constructor(private readonly messages: SentMessages) {
    super(INTERVAL_MS, 'old messages could not be deleted');
  }

  async run(): Promise<void> {
    let deleted: number;
    do {
      deleted = await this.messages.deleteExpired(KEPT_DAYS, ROWS_PER_STATEMENT);
    } while (deleted === ROWS_PER_STATEMENT && !this.isStopping);
  }
}
