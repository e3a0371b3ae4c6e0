import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { RUNS_JOBS } from '../../queue/job-queue.js';
import { SupplierCatalogService } from './listing/supplier-catalog.service.js';
import { SupplierRepository } from './supplier/supplier.repository.js';
import { SupplierService } from './supplier/supplier.service.js';

const INTERVAL = 30_000;

/** Looks after suppliers: our balance there, and their catalogs. Of several servers one takes each turn. */
@Injectable()
export class SupplierWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private readonly stopping = new AbortController();

  constructor(
    private readonly repository: SupplierRepository,
    private readonly suppliers: SupplierService,
    private readonly catalogs: SupplierCatalogService,
    @Inject(RUNS_JOBS) private readonly runsJobs: boolean,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.runsJobs) return;
    this.timer = setInterval(() => {
      this.running ??= this.look()
        .catch((error: unknown) => {
          this.logger.warn({ err: loggableError(error) }, 'suppliers could not be looked at');
        })
        .finally(() => (this.running = undefined));
    }, INTERVAL);
  }

  /** A look may wait for a slow supplier; what it writes is complete or not at all, so it is broken off. */
  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
    this.stopping.abort(new Error('the server stops'));
  }

  async look(): Promise<void> {
    for (const { name } of await this.repository.takeDue('probe')) {
      const { lastError } = await this.suppliers.probe(name);
      if (lastError !== '') this.logger.warn({ supplier: name, lastError }, 'a supplier is away');
    }
    for (const { name } of await this.repository.takeDue('sync')) {
      try {
        const { signal } = this.stopping;
        const changes = await this.catalogs.sync(name, { dryRun: false, force: false, signal });
        this.logger.info({ supplier: name, ...changes }, "a supplier's catalog is in sync");
      } catch (error) {
        this.logger.warn(
          { supplier: name, err: loggableError(error) },
          "a supplier's catalog is not in sync",
        );
      }
    }
  }
}
