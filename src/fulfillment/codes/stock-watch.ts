import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { RUNS_JOBS } from '../../queue/job-queue.js';
import { PeriodicTask } from '../../common/periodic-task.js';
import { CodeStockRepository, type FreeCodes } from './stock/code-stock.repository.js';

const CHECK_INTERVAL_MS = 60_000;

/** Logs a warning when a stock runs low, once each time it falls below its threshold. */
@Injectable()
export class StockWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly task = new PeriodicTask(
    () => this.check(),
    (error) => {
      this.logger.warn({ err: loggableError(error) }, 'the stock of codes could not be looked at');
    },
  );
  private low: ReadonlySet<string> = new Set();

  constructor(
    private readonly stock: CodeStockRepository,
    @Inject(RUNS_JOBS) private readonly runsJobs: boolean,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.runsJobs) this.task.start(CHECK_INTERVAL_MS);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.task.stop();
  }

  async check(): Promise<void> {
    const low = (await this.stock.freeCodes()).filter(isLow);
    for (const { stock, free } of low) {
      if (this.low.has(stock)) continue;
      this.logger.warn({ stock, free }, `stock ${stock} runs low: ${free} codes are left`);
    }
    this.low = new Set(low.map(({ stock }) => stock));
  }
}

function isLow({ free, lowStock }: FreeCodes): boolean {
  return free < lowStock;
}
