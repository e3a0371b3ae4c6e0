import { setTimeout as wait } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { Gauge, Registry } from 'prom-client';
import { OrderHaltService } from '../../account/order-halt.service.js';
import { LOGGER, loggableError } from '../../common/logger.js';
import { isFirstWorker } from '../../common/server-worker.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { isDatabaseUnavailable } from '../../database/database-errors.js';
import { SentinelRound } from './sentinel-round.service.js';

/** The pause between two reads of a round, in which requests are served. */
const YIELD_MS = 5;

/** Checks ledgers and orders in the background of the server, and halts the orders of an account with a fault. */
@Injectable()
export class Sentinel implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly faultyAccounts: Gauge;
  private readonly lastRun: Gauge;

  constructor(
    private readonly round: SentinelRound,
    private readonly halts: OrderHaltService,
    @Inject(CONFIG) private readonly config: SoukConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    registry: Registry,
  ) {
    this.faultyAccounts = new Gauge({
      name: 'souk_ledger_faulty_accounts',
      help: 'Accounts whose orders are stopped because their books are wrong.',
      registers: [registry],
      aggregator: 'first',
    });
    this.lastRun = new Gauge({
      name: 'souk_sentinel_last_run_timestamp_seconds',
      help: 'When the sentinel last finished a look at the books.',
      registers: [registry],
      aggregator: 'first',
    });
  }

  onApplicationBootstrap(): void {
    if (isFirstWorker) this.running = this.runRounds();
  }

  /** Ends the round before the connection pool closes. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Rounds never overlap. */
  private async runRounds(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      await this.runRound();
      const intervalMs = this.config.SENTINEL_INTERVAL * 1_000;
      await wait(intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private async runRound(): Promise<void> {
    const { signal } = this.stopping;
    const yieldToRequests = async (): Promise<void> => {
      await wait(YIELD_MS, undefined, { signal });
    };
    try {
      for await (const { accountId, fault } of this.round.faults(yieldToRequests)) {
        await this.haltOrders(accountId, fault);
      }
      this.faultyAccounts.set(this.round.faulty.size);
      this.lastRun.setToCurrentTime();
    } catch (error) {
      if (signal.aborted) return;
      const level = isDatabaseUnavailable(error) ? 'warn' : 'error';
      this.logger[level]({ err: loggableError(error) }, 'the sentinel could not look at the books');
    }
  }

  private async haltOrders(accountId: number, fault: string): Promise<void> {
    if (!(await this.halts.halt(accountId, fault))) return;
    this.logger.error(
      { accountId, fault },
      `the books of account ${accountId} are wrong (${fault}); its orders are stopped`,
    );
  }
}
