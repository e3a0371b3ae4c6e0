import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { LOGGER, loggableError } from '../../common/logger.js';
import { RUNS_JOBS } from '../../queue/job-queue.js';
import { CodeStockRepository, type FreeCodes } from './code-stock.repository.js';

const CHECK_INTERVAL_MS = 60_000;

/** Logs a warning when a stock runs low, once each time it falls below its threshold. */
@Injectable()
export class StockWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private low: ReadonlySet<string> = new Set();

  constructor(
    private readonly stock: CodeStockRepository,
    @Inject(RUNS_JOBS) private readonly runsJobs: boolean,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.runsJobs) return;
    this.timer = setInterval(() => {
      this.running = this.check().catch((error: unknown) => {
        this.logger.warn(
          { err: loggableError(error) },
          'the stock of codes could not be looked at',
        );
      });
    }, CHECK_INTERVAL_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
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
