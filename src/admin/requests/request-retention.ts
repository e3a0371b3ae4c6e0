import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { PeriodicTask } from '../../common/periodic-task.js';
import { AdminRequestsRepository } from './admin-requests.repository.js';

/** How long a key is remembered, at least. */
export const KEPT_HOURS = 48;
const INTERVAL_MS = 600_000;

/** Deletes requests whose keys need not be remembered any more. */
@Injectable()
export class RequestRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task: PeriodicTask;

  constructor(
    private readonly requests: AdminRequestsRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.task = new PeriodicTask(
      () => this.deleteOld(),
      (error) => {
        logger.warn({ err: loggableError(error) }, 'old requests could not be deleted');
      },
    );
  }

  onApplicationBootstrap(): void {
    this.task.start(INTERVAL_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.task.stop();
  }

  /** In steps, so that no statement holds many locks. */
  async deleteOld(): Promise<void> {
    while (await this.requests.deleteOld(KEPT_HOURS));
  }
}
