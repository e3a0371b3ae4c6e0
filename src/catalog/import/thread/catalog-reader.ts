import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { OperatorError } from '../../../common/app-error.js';
import { englishNumber } from '../reading/import-faults.js';
import { READING_HEAP_MB, READING_TIMEOUT_MS } from '../reading/reading-bounds.js';
import type { PriceRow } from '../reading/price-list.builder.js';
import type { ToldCategory, ToldProduct } from '../reading/told-rows.js';
import { PackedRows, type PackedCatalog, type PackedPrices } from './packed-catalog.js';
import type { ReadingMessage, ReadingTask, ShopRequest } from './reading-messages.js';

export interface ReadingOptions {
  /** Between the columns of a CSV; a comma if left out. */
  readonly separator?: string | undefined;
  /** Names the file in messages; its path if left out. */
  readonly where?: string | undefined;
  /** Called with the number of bytes of a file that were read so far. */
  readonly onBytes?: (bytes: number) => void;
  /** Aborts the reading. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** The heap limit of the thread in megabytes. */
  readonly heapMb?: number;
}

/** The answer of another shop. */
export type ShopReading =
  | { readonly kind: 'read'; readonly catalog: PackedCatalog }
  | { readonly kind: 'status'; readonly httpStatus: number }
  | { readonly kind: 'no answer'; readonly reason: string };

/** What was read: a file may also be a price list. */
type Reading = ShopReading | ({ readonly kind: 'read prices' } & PackedPrices);

/** The file of the thread, beside this one: `.ts` for the source, `.js` for the build. */
const THREAD = new URL(`./catalog-reading.worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Reads and checks a catalog file of any known format, or a price list, in another thread.
 * @throws OperatorError in one sentence that names the file and the fault; the abort reason of the signal.
 */
export async function readCatalog(
  path: string,
  options: ReadingOptions = {},
): Promise<PackedCatalog | PackedPrices> {
  const { separator, where = path } = options;
  const outcome = await readApart({ kind: 'file', path, separator, where }, where, options);
  if (outcome.kind === 'read') return outcome.catalog;
  if (outcome.kind === 'read prices') return outcome;
  throw new Error(`a file has no ${outcome.kind}`);
}

/**
 * Requests the catalog of another shop, and reads and checks the answer while it arrives, in another thread.
 * @throws OperatorError in one sentence if the answer is no catalog; the abort reason of the signal.
 */
export async function readShop(
  request: ShopRequest,
  options: ReadingOptions = {},
): Promise<ShopReading> {
  const outcome = await readApart({ kind: 'shop', ...request }, request.url, options);
  if (outcome.kind !== 'read prices') return outcome;
  throw new Error('the answer of a shop is no price list');
}

async function readApart(
  task: ReadingTask,
  where: string,
  { signal, timeoutMs = READING_TIMEOUT_MS, heapMb = READING_HEAP_MB, onBytes }: ReadingOptions,
): Promise<Reading> {
  signal?.throwIfAborted();
  const worker = new Worker(THREAD, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const outcome = Promise.withResolvers<Reading>();
  const abort = (): void => {
    outcome.reject(signal?.reason);
  };
  signal?.addEventListener('abort', abort);
  const timer = setTimeout(() => {
    const seconds = englishNumber(Math.ceil(timeoutMs / 1000));
    outcome.reject(
      new OperatorError(
        `${where} could not be read within ${seconds} seconds; make it smaller, or try again later.`,
      ),
    );
  }, timeoutMs);
  try {
    if (onBytes) tellBytes(worker, onBytes);
    gather(worker, outcome);
    return await outcome.promise;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    const most = englishNumber(heapMb);
    throw new OperatorError(`${where} takes more than ${most} MB to be read; make it smaller.`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

function tellBytes(worker: Worker, onBytes: (bytes: number) => void): void {
  worker.on('message', (message: ReadingMessage) => {
    if (message.kind === 'bytes') onBytes(message.bytes);
  });
}

/** Collects the messages of the thread until its final message. */
function gather(worker: Worker, { resolve, reject }: PromiseWithResolvers<Reading>): void {
  const categories = new PackedRows<ToldCategory>();
  const products = new PackedRows<ToldProduct>();
  const prices = new PackedRows<PriceRow>();
  const tables = { categories, products, prices };
  worker.on('error', reject);
  worker.on('exit', (code) => {
    reject(new Error(`the thread that reads catalogs ended with ${code}`));
  });
  worker.on('message', (message: ReadingMessage) => {
    switch (message.kind) {
      case 'bytes':
        break;
      case 'rows':
        tables[message.table].add(message.pack, message.rows);
        break;
      case 'read': {
        const { categoriesByName } = message;
        resolve({ kind: 'read', catalog: { categories, products, categoriesByName } });
        break;
      }
      case 'read prices':
        resolve({ kind: message.kind, prices });
        break;
      case 'status':
      case 'no answer':
        resolve(message);
        break;
      case 'refused':
        reject(new OperatorError(message.sentence));
        break;
      case 'failed':
        reject(message.error);
    }
  });
}
