import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { LOGGER, loggableError } from '../common/logger.js';
import { thisWorker } from '../common/server-worker.js';
import { CONFIG, type SoukConfig } from '../config/souk-config.js';
import { serveMetrics } from './metrics-endpoint.js';
import { tellMetrics } from './worker-metrics.js';

/** Serves the metrics of this process, or tells them to the primary process, which serves those of all workers. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private server: Server | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: SoukConfig,
    private readonly registry: Registry,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The address on which it listens; undefined if METRICS_PORT is not set. */
  get address(): AddressInfo | undefined {
    return (this.server?.address() ?? undefined) as AddressInfo | undefined;
  }

  /** @throws ConfigError if it cannot listen on METRICS_PORT and METRICS_HOST */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.METRICS_PORT === undefined) return;
    collectDefaultMetrics({ register: this.registry });
    const warn = (error: unknown): void => {
      this.logger.warn({ err: loggableError(error) }, 'the metrics could not be read');
    };
    if (thisWorker.workers > 1) tellMetrics(this.registry, warn);
    else this.server = await serveMetrics(this.config, () => this.registry.metrics(), warn);
  }

  beforeApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
