import { shareOf, thisWorker } from '../../common/server-worker.js';
import { processEnvironment } from '../../config/environment.js';
import { ConfigError, readSettings, type Settings } from '../../config/souk-config.js';
import { MAX_WORKERS } from '../../config/variable-readers.js';
import { VARIABLES } from '../../config/variables.js';
import { availableCores } from './available-cores.js';

/** With fewer, long reads have none of their own, and a worker waits for itself. */
const LEAST_CONNECTIONS = 4;

/** How many workers this process is to start; 1 of one that serves itself, and where it cannot be read. */
export function workersToStart(): number {
  if (thisWorker.workers > 1) return 1;
  try {
    return workersOf(readSettings(processEnvironment()));
  } catch {
    // The start tells what is wrong.
    return 1;
  }
}

/** @param cores those that may be used */
export function workersOf({ WORKERS }: Settings, cores = availableCores()): number {
  return WORKERS === 'auto' ? Math.min(cores, MAX_WORKERS) : WORKERS;
}

/**
 * The settings of a process of the server: in a worker, its part of the limits. DATABASE_POOL_SIZE, where it is not set, grows
 * with the workers.
 * @param workers how many share them
 * @throws ConfigError for a pool that is too small for all workers
 */
export function settingsFor(environment: NodeJS.ProcessEnv, workers: number): Settings {
  const settings = readSettings(environment);
  if (workers === 1) return settings;
  const least = LEAST_CONNECTIONS * workers;
  const isSet = (environment.DATABASE_POOL_SIZE?.trim() ?? '') !== '';
  const pool = isSet
    ? settings.DATABASE_POOL_SIZE
    : Math.max(VARIABLES.DATABASE_POOL_SIZE.default, least);
  if (pool < least) {
    throw new ConfigError(
      `DATABASE_POOL_SIZE must be at least ${least} with ${workers} WORKERS, ${LEAST_CONNECTIONS} connections for each; it is ${pool}.`,
    );
  }
  return {
    ...settings,
    DATABASE_POOL_SIZE: shareOf(pool),
    CATALOG_CACHE_MB: shareOf(settings.CATALOG_CACHE_MB),
    MAX_CONNECTIONS: shareOf(settings.MAX_CONNECTIONS),
    MAX_ACCOUNT_REQUESTS: shareOf(settings.MAX_ACCOUNT_REQUESTS),
    UNSENT_ANSWERS_MB: shareOf(settings.UNSENT_ANSWERS_MB),
  };
}
