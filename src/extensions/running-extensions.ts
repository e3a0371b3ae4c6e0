import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../common/logger.js';
import { JobQueue } from '../queue/job-queue.js';
import type { LoadedExtension } from './extension.js';

/** Injection token of the loaded extensions. */
export const EXTENSIONS = Symbol('extensions');

/** Stops extensions in order: after requests and jobs have ended, and before the connection pool closes. */
@Injectable()
export class RunningExtensions implements BeforeApplicationShutdown {
  constructor(
    @Inject(EXTENSIONS) private readonly extensions: readonly LoadedExtension[],
    private readonly jobs: JobQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await this.jobs.stop();
    for (const { definition } of this.extensions.toReversed()) {
      try {
        await definition.stop?.();
      } catch (error) {
        this.logger.error(
          { extension: definition.name, err: loggableError(error) },
          'an extension did not stop in order',
        );
      }
    }
  }
}
