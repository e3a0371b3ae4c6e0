import { setTimeout as wait } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { OrderHaltService } from '../../account/order-halt.service.js';
import { LOGGER, loggableError } from '../../common/logger.js';
import { isFirstWorker } from '../../common/server-worker.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { isDatabaseUnavailable } from '../../database/database-errors.js';
import { ServerTasks } from '../../database/server-tasks.js';
import { SentinelRound, type RoundResult } from './sentinel-round.service.js';

/** The task of the servers. */
export const SENTINEL = 'sentinel';
/** The pause between two reads of a round, in which requests are served. */
const YIELD_MS = 5;
/** How many times each server asks, between two rounds, whether one is due. */
const LOOKS_A_ROUND = 4;

/**
 * Checks ledgers and orders in the background, on one server at a time, and halts the orders of an account with a fault.
 */
@Injectable()
export class Sentinel implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private isFailing = false;

  constructor(
    private readonly round: SentinelRound,
    private readonly halts: OrderHaltService,
    private readonly tasks: ServerTasks,
    @Inject(CONFIG) private readonly config: SoukConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    if (isFirstWorker) this.running = this.look();
  }

  /** Ends the round before the connection pool closes. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async look(): Promise<void> {
    const { signal } = this.stopping;
    const pauseMs = (this.config.SENTINEL_INTERVAL * 1_000) / LOOKS_A_ROUND;
    while (!signal.aborted) {
      await this.runIfDue();
      await wait(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Runs a round if one is due and runs nowhere; its errors are logged. */
  async runIfDue(): Promise<void> {
    const { signal: stopping } = this.stopping;
    const pauseMs = this.config.SENTINEL_INTERVAL * 1_000;
    try {
      await this.tasks.run<RoundResult>(
        SENTINEL,
        async (last, signal) => {
          await this.runRound(last, signal);
          return { result: this.round.result, pauseMs };
        },
        stopping,
      );
      this.isFailing = false;
    } catch (error) {
      // A database may be away for hours.
      if (!stopping.aborted && !this.isFailing) this.warn(error);
      this.isFailing = true;
    }
  }

  private async runRound(last: RoundResult | undefined, signal: AbortSignal): Promise<void> {
    const yieldToRequests = async (): Promise<void> => {
      await wait(YIELD_MS, undefined, { signal });
    };
    for await (const { accountId, fault } of this.round.faults(last, yieldToRequests)) {
      await this.haltOrders(accountId, fault);
    }
  }

  private warn(error: unknown): void {
    const level = isDatabaseUnavailable(error) ? 'warn' : 'error';
    this.logger[level]({ err: loggableError(error) }, 'the sentinel could not look at the books');
  }

  private async haltOrders(accountId: number, fault: string): Promise<void> {
    if (!(await this.halts.halt(accountId, fault))) return;
    this.logger.error(
      { accountId, fault },
      `the books of account ${accountId} are wrong (${fault}); its orders are stopped`,
    );
  }
}
