import { Inject, Injectable } from '@nestjs/common';
import { RUNS_JOBS } from '../../queue/job-queue.js';
import { PeriodicService } from '../../common/periodic-service.js';
import { CodeStockRepository, type FreeCodes } from './stock/code-stock.repository.js';

const CHECK_INTERVAL_MS = 60_000;

/** Logs a warning when a stock runs low, once each time it falls below its threshold. */
@Injectable()
export class StockWatch extends PeriodicService {
  private low: ReadonlySet<string> = new Set();

  constructor(
    private readonly stock: CodeStockRepository,
    @Inject(RUNS_JOBS) runsJobs: boolean,
  ) {
    super(CHECK_INTERVAL_MS, 'the stock of codes could not be looked at', runsJobs);
  }

  async run(): Promise<void> {
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
