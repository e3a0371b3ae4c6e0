import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../../common/logger.js';
import { PeriodicTask } from '../../../common/periodic-task.js';
import { SentMessages } from './sent-messages.repository.js';

/** For how long it is kept what became of a message. */
const KEPT_DAYS = 30;
/** So short that servers which restart often delete, too. */
const INTERVAL_MS = 600_000;
const ROWS_PER_STATEMENT = 5_000;

/** Deletes the record of messages that were sent long ago, in small steps. */
@Injectable()
export class SentMessageRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private isStopping = false;
  private readonly task = new PeriodicTask(
    () => this.run(),
    (error) => {
      this.logger.warn({ err: loggableError(error) }, 'old messages could not be deleted');
    },
  );

  constructor(
    private readonly messages: SentMessages,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start(INTERVAL_MS);
  }

  beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    return this.task.stop();
  }

  async run(): Promise<void> {
    let deleted: number;
    do {
      deleted = await this.messages.deleteExpired(KEPT_DAYS, ROWS_PER_STATEMENT);
    } while (deleted === ROWS_PER_STATEMENT && !this.isStopping);
  }
}
