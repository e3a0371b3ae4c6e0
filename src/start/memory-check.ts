import type { NestExpressApplication } from '@nestjs/platform-express';
import type { SoukConfig } from '../config/souk-config.js';
import { thisWorker } from '../common/server-worker.js';
import { Database } from '../database/database.js';
import { heapLimitBytes, memoryLimitBytes } from './memory-limits.js';
import { memoryWarning } from './memory-need.js';

const MEBIBYTE = 1024 ** 2;
const PRODUCTS = 'SELECT count(*)::int AS products FROM products WHERE deleted_at IS NULL';

/**
 * Compares the memory of this process with what the shop needs.
 * @param nodeOptions the variable NODE_OPTIONS.
 * @returns one sentence when it is too little.
 */
export async function memoryShortage(
  app: NestExpressApplication,
  { CATALOG_CACHE_MB, embeddedDataDir }: SoukConfig,
  nodeOptions = '',
): Promise<string | undefined> {
  const [row] = await app.get(Database).manager.query<{ products: number }[]>(PRODUCTS);
  return memoryWarning({
    products: row?.products ?? 0,
    catalogCacheBytes: CATALOG_CACHE_MB * MEBIBYTE,
    embedded: embeddedDataDir !== undefined,
    workers: thisWorker.workers,
    heapLimitBytes: heapLimitBytes([nodeOptions, ...process.execArgv].join(' ')),
    memoryLimitBytes: memoryLimitBytes(),
  });
}
