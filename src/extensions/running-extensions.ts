import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../common/logger.js';
import { isFirstWorker } from '../common/server-worker.js';
import { withinTime } from '../common/time-limit.js';
import { failedIn, lateText, shopFor } from './connect-ports.js';
import { ExtensionWork } from './extension-work.js';
import type { ExtensionShop, LoadedExtension } from './extension.js';

/** Injection token of the loaded extensions. */
export const EXTENSIONS = Symbol('extensions');

/** An extension that has not started after this time is taken for one that never does. */
const START_TIMEOUT_MS = 30_000;
/** After this time the orderly stop goes on without an extension. */
const STOP_TIMEOUT_MS = 5_000;

/** The work of extensions, in a server. A command starts nothing, so nothing is stopped in it. */
@Injectable()
export class RunningExtensions implements BeforeApplicationShutdown {
  /** Tests set shorter ones. */
  startTimeoutMs = START_TIMEOUT_MS;
  stopTimeoutMs = STOP_TIMEOUT_MS;
  private readonly started: LoadedExtension[] = [];

  constructor(
    @Inject(EXTENSIONS) private readonly extensions: readonly LoadedExtension[],
    private readonly work: ExtensionWork,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly modules: ModuleRef,
  ) {}

  /**
   * Starts the extensions one after the other, in a worker that is not the first only those whose work is in each. The caller closes the application if that fails, which stops those that
   * were started.
   * @throws OperatorError that names the extension which fails
   */
  async start(): Promise<void> {
    for (const extension of this.extensions) {
      if (!isFirstWorker && extension.definition.work !== 'each worker') continue;
      const shop = this.shopOf(extension);
      try {
        const { startTimeoutMs: limit } = this;
        await withinTime(extension.definition.start?.(shop), limit, lateText(limit));
      } catch (error) {
        throw failedIn('start', extension, error);
      }
      this.started.push(extension);
    }
    if (isFirstWorker) await this.work.start();
  }

  /** What an extension may use. */
  shopOf(extension: LoadedExtension): ExtensionShop {
    return shopFor(extension, this.modules, this.logger);
  }

  /** After requests and jobs have ended, and before the connection pool closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.work.stop();
    for (const { definition } of this.started.splice(0).toReversed()) {
      try {
        const { stopTimeoutMs: limit } = this;
        await withinTime(definition.stop?.(), limit, lateText(limit));
      } catch (error) {
        this.logger.error(
          { extension: definition.name, err: loggableError(error) },
          'an extension did not stop in order',
        );
      }
    }
  }
}
