import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { PeriodicTask } from '../../common/periodic-task.js';
import { ItemRecordRepository } from './item-record.repository.js';

const INTERVAL_MS = 3_600_000;

/** Deletes old values from the record, in small steps. */
@Injectable()
export class RecordRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private isStopping = false;
  private readonly task = new PeriodicTask(
    () => this.run(),
    (error) => {
      this.logger.warn({ err: loggableError(error) }, 'old values could not be deleted');
    },
  );

  constructor(
    private readonly record: ItemRecordRepository,
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
    while (!this.isStopping && (await this.record.deleteSome()) > 0);
  }
}
