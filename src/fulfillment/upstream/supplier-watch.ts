import { Inject, Injectable } from '@nestjs/common';
import { loggableError } from '../../common/logger.js';
import { changeMark } from '../../database/change-mark.js';
import { RUNS_JOBS } from '../../queue/job-queue.js';
import { PeriodicService } from '../../common/periodic-service.js';
import { SupplierCatalogService } from './listing/supplier-catalog.service.js';
import { SupplierCalls } from './supplier/supplier-calls.js';
import { SupplierRepository } from './supplier/supplier.repository.js';
import { SupplierService } from './supplier/supplier.service.js';

const CHECK_INTERVAL_MS = 30_000;

/**
 * Probes suppliers for our balance and syncs their catalogs when due. Of several servers, one does each; a supplier whose purchases
 * fail is probed at once by the one that has seen it.
 */
@Injectable()
export class SupplierWatch extends PeriodicService {
  private readonly stopping = new AbortController();

  constructor(
    private readonly repository: SupplierRepository,
    private readonly suppliers: SupplierService,
    private readonly catalogs: SupplierCatalogService,
    private readonly calls: SupplierCalls,
    @Inject(RUNS_JOBS) runsJobs: boolean,
  ) {
    super(CHECK_INTERVAL_MS, 'suppliers could not be looked at', runsJobs);
  }

  /** Aborts a running sync instead of waiting for it. That is safe, because a sync is one transaction. */
  override beforeApplicationShutdown(): Promise<void> {
    void this.task.stop();
    this.stopping.abort(new Error('the server stops'));
    return Promise.resolve();
  }

  async run(): Promise<void> {
    for (const { name } of await this.repository.takeProbes(this.calls.takeFailing())) {
      const { lastError } = await this.suppliers.probe(name);
      if (lastError !== '') this.logger.warn({ supplier: name, lastError }, 'a supplier is away');
    }
    for (const { name } of await this.repository.takeSyncs()) {
      try {
        const { signal } = this.stopping;
        const options = { dryRun: false, force: false, holdsUnusual: true, signal } as const;
        const sync = () => this.catalogs.sync(name, options);
        const { unusual, ...changes } = await changeMark.run(`sync ${name}`, sync);
        this.logger.info({ supplier: name, ...changes }, "a supplier's catalog is in sync");
        if (unusual.count === 0) continue;
        const { first, ...held } = unusual;
        const products = first.map(({ id }) => id);
        this.logger.warn({ supplier: name, held, products }, 'unusual changes are held back');
      } catch (error) {
        this.logger.warn(
          { supplier: name, err: loggableError(error) },
          "a supplier's catalog is not in sync",
        );
      }
    }
  }
}
