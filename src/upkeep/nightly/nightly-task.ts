import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { PeriodicTask } from '../../common/periodic-task.js';
import { NightlyBackup } from './nightly-backup.service.js';

const CHECK_INTERVAL_MS = 30_000;

/** Looks whether a backup is due. */
@Injectable()
export class NightlyTask implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private readonly task = new PeriodicTask(
    () => this.nightly.run(this.stopping.signal),
    (error) => {
      this.logger.warn({ err: loggableError(error) }, 'the nightly backup could not be looked for');
    },
  );

  constructor(
    private readonly nightly: NightlyBackup,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.task.start(CHECK_INTERVAL_MS);
  }

  beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    return this.task.stop();
  }
}
