import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as wait } from 'node:timers/promises';
import { PeriodicService } from '../../common/periodic-service.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { ServerTasks } from '../../database/server-tasks.js';
import { SearchValueRepository } from './search-value.repository.js';

const INTERVAL_MS = 60_000;
const TASK = 'old search values';
const DAY_MS = 86_400_000;
/** Some 5,000 values. */
const PAGES_PER_STEP = 64;
/** A run ends after so long, and the next one goes on: where a server ends, little has to be done again. */
const RUN_MS = 30_000;
/** After each step there is a pause of so many times its length, so that orders have the database to themselves. */
const IDLE_TIMES = 4;

/** Where the next run goes on; 0 at the beginning of the table. */
interface Reached {
  readonly page: number;
}

/** Deletes what orders are found by once they are older than the shop says. One server goes through the table once a day. */
@Injectable()
export class SearchRetention extends PeriodicService {
  constructor(
    private readonly values: SearchValueRepository,
    private readonly tasks: ServerTasks,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {
    super(INTERVAL_MS, 'old search values could not be deleted', config.SEARCH_KEPT_DAYS > 0);
  }

  run(): Promise<boolean> {
    return this.tasks.run<Reached>(TASK, async (last, signal) => {
      const result = { page: await this.sweep(last?.page ?? 0, signal) };
      return { result, pauseMs: result.page === 0 ? DAY_MS : 0 };
    });
  }

  /** @returns the page at which the next run begins */
  private async sweep(first: number, signal: AbortSignal): Promise<number> {
    const endMs = performance.now() + RUN_MS;
    const pages = await this.values.pages();
    for (let page = first; page < pages; page += PAGES_PER_STEP) {
      const beginMs = performance.now();
      if (beginMs > endMs || signal.aborted || this.isStopping) return page;
      await this.values.deleteOld(page, PAGES_PER_STEP, this.config.SEARCH_KEPT_DAYS);
      await wait((performance.now() - beginMs) * IDLE_TIMES);
    }
    return 0;
  }
}
