import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../common/logger.js';
import { withinTime } from '../common/time-limit.js';
import { JobQueue } from '../queue/job-queue.js';
import type { ExtensionDefinition, LoadedExtension } from './extension.js';

/** Injection token of the loaded extensions. */
export const EXTENSIONS = Symbol('extensions');

/**
 * How many applications of this process use an extension: one, but in tests, where commands run in the process of the
 * server. The last one stops it.
 */
const uses = new Map<ExtensionDefinition, number>();

/** Stops extensions in order: after requests and jobs have ended, and before the connection pool closes. */
@Injectable()
export class RunningExtensions implements BeforeApplicationShutdown {
  /** Each extension may take this time to stop. Tests set a shorter one. */
  stopTimeoutMs = 5_000;

  constructor(
    @Inject(EXTENSIONS) private readonly extensions: readonly LoadedExtension[],
    private readonly jobs: JobQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    for (const { definition } of extensions) uses.set(definition, (uses.get(definition) ?? 0) + 1);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.jobs.stop();
    for (const { definition } of this.extensions.toReversed()) {
      const others = (uses.get(definition) ?? 1) - 1;
      uses.set(definition, others);
      if (others > 0) continue;
      try {
        const late = `it did not end within ${this.stopTimeoutMs / 1000} seconds`;
        await withinTime(definition.stop?.(), this.stopTimeoutMs, late);
      } catch (error) {
        this.logger.error(
          { extension: definition.name, err: loggableError(error) },
          'an extension did not stop in order',
        );
      }
    }
  }
}
