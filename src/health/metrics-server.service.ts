import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
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
import { sharedRead } from '../common/shared-read.js';
import { CONFIG, ConfigError, type SoukConfig } from '../config/souk-config.js';

/** Serves the metrics to Prometheus, on a separate port that is not for resellers. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private server: Server | undefined;
  /** However many scrape at once, the database is asked once. */
  private readonly read = sharedRead(() => this.registry.metrics());

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
    const { METRICS_PORT, METRICS_HOST } = this.config;
    if (METRICS_PORT === undefined) return;
    collectDefaultMetrics({ register: this.registry });
    const server = createServer((request, response) => {
      const path = request.url?.split('?')[0];
      if (path === '/metrics' && request.method === 'GET') void this.answer(response);
      else response.writeHead(404).end();
    });
    server.listen(METRICS_PORT, METRICS_HOST);
    await once(server, 'listening').catch((error: unknown) => {
      throw listenError(error, this.config);
    });
    this.server = server;
  }

  beforeApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async answer(
    response: Parameters<NonNullable<Parameters<typeof createServer>[1]>>[1],
  ): Promise<void> {
    try {
      const text = await this.read();
      response.writeHead(200, { 'Content-Type': this.registry.contentType }).end(text);
    } catch (error) {
      this.logger.warn({ err: loggableError(error) }, 'the metrics could not be read');
      response.writeHead(503).end();
    }
  }
}

function listenError(error: unknown, { METRICS_PORT, METRICS_HOST }: SoukConfig): ConfigError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new ConfigError(
      `METRICS_PORT ${METRICS_PORT ?? ''} is taken by another program; set it to a free port.`,
    );
  }
  return new ConfigError(
    `METRICS_PORT ${METRICS_PORT ?? ''} on METRICS_HOST ${METRICS_HOST} cannot be listened on (${String(code)}); set them to a port and address of this machine.`,
  );
}
