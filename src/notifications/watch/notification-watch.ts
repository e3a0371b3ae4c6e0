import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { PeriodicTask } from '../../common/periodic-task.js';
import { RUNS_JOBS } from '../../queue/job-queue.js';
import { NotificationRound } from './notification-round.service.js';

/** Shorter than a round, so that rounds follow each other without a gap, whichever server begins one. */
const CHECK_INTERVAL_MS = 15_000;

/** Begins a round when it is time. Of several servers, one does each. */
@Injectable()
export class NotificationWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new PeriodicTask(
    () => this.round.run(),
    (error) => {
      this.logger.warn({ err: loggableError(error) }, 'no notifications could be looked for');
    },
  );

  constructor(
    private readonly round: NotificationRound,
    @Inject(RUNS_JOBS) private readonly runsJobs: boolean,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.runsJobs) this.task.start(CHECK_INTERVAL_MS);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }
}
