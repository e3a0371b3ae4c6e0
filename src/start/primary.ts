import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { freeAddress } from '../common/http/connection/acceptors.js';
import { createLogger, loggableError } from '../common/logger.js';
import { logProcessWarnings } from '../common/process-warnings.js';
import { processEnvironment } from '../config/environment.js';
import type { SoukConfig } from '../config/souk-config.js';
import { openDatabaseServer } from '../database/database-server.js';
import { serveMetrics } from '../health/metrics-endpoint.js';
import { failureText } from './failure-sentence.js';
import { STOP_TIMEOUT_MS } from './stop.js';
import { settingsFor } from './workers/worker-settings.js';
import { WorkersMetrics } from './workers/workers-metrics.js';
import { Workers } from './workers/workers.js';

/** More than a worker takes to stop itself, and less than the 30 seconds after which orchestrators kill. */
const KILL_AFTER_MS = STOP_TIMEOUT_MS + 2_000;

/**
 * Runs a server of several workers until a signal, as the primary process of Node's cluster: it has the embedded
 * PostgreSQL and the metrics, and sees to its workers; they serve. When the start fails, it ends the process with 1; one
 * sentence about it is printed, here or by the first worker.
 * @param words the arguments of the program.
 */
export async function runWorkers(words: readonly string[], count: number): Promise<void> {
  try {
    process.exit(await run(words, count));
  } catch (error) {
    process.stderr.write(`${failureText(error, processEnvironment)}\n`);
    process.exit(1);
  }
}

/** @returns the exit code */
async function run(words: readonly string[], count: number): Promise<number> {
  const environment = processEnvironment();
  const settings = settingsFor(environment, count);
  const logger = createLogger(settings.LOG_LEVEL);
  logProcessWarnings(logger);
  const log = (line: string): void => {
    logger.info(line);
  };
  const database = await openDatabaseServer(settings, log, true);
  const { config } = database;
  try {
    const listening = await freeAddress({ port: config.PORT, host: config.HOST });
    const { NODE_OPTIONS: nodeOptions } = environment;
    const { port } = listening;
    const limits = { nodeOptions, killAfterMs: KILL_AFTER_MS };
    const workers = new Workers({ workers: count, words, port, ...limits }, logger);
    const metrics = await metricsOf(workers, config, logger);
    stopBySignal(workers, logger);
    void workers.start().then((lines) => {
      logger.info({ listening, workers: count }, `souk serves ${config.BASE_URL}`);
      logger.flush();
      for (const line of lines) process.stdout.write(`${line}\n`);
    });
    const code = await workers.ended;
    metrics?.closeAllConnections();
    return code;
  } finally {
    await database.stop();
  }
}

async function metricsOf(
  workers: Workers,
  config: SoukConfig,
  logger: Logger,
): Promise<Server | undefined> {
  if (config.METRICS_PORT === undefined) return undefined;
  const metrics = new WorkersMetrics(() => workers.running.values());
  const warn = (error: unknown): void => {
    logger.warn({ err: loggableError(error) }, 'the metrics could not be read');
  };
  workers.onEnd = (worker) => void metrics.endOf(worker).catch(warn);
  return serveMetrics(config, () => metrics.read(), warn);
}

function stopBySignal(workers: Workers, logger: Logger): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      logger.info({ signal }, 'stopping');
      void workers.stop();
    });
  }
}
