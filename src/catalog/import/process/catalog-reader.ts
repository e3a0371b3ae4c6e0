import { OperatorError } from '../../../common/app-error.js';
import { englishNumber } from '../reading/import-faults.js';
import { READING_HEAP_MB, READING_TIMEOUT_MS } from '../reading/reading-bounds.js';
import type { PriceRow } from '../reading/price-list.builder.js';
import type { ToldCategory, ToldProduct } from '../reading/told-rows.js';
import { PackedRows, type PackedCatalog, type PackedPrices } from './packed-catalog.js';
import type { ReadingTask, ShopRequest } from './reading-messages.js';
import { OutOfMemoryError, ReadingProcess } from './reading-process.js';

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
  /** The heap limit of the process in megabytes. */
  readonly heapMb?: number;
}

/** The answer of another shop. */
export type ShopReading =
  | { readonly kind: 'read'; readonly catalog: PackedCatalog }
  | { readonly kind: 'status'; readonly httpStatus: number }
  | { readonly kind: 'no answer'; readonly reason: string };

/** What was read: a file may also be a price list. */
type Reading = ShopReading | ({ readonly kind: 'read prices' } & PackedPrices);

/**
 * Reads and checks a catalog file of any known format, or a price list, in another process.
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
 * Requests the catalog of another shop, and reads and checks the answer while it arrives, in another process.
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
  const reading = new ReadingProcess(task, heapMb);
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
    gather(reading, outcome, onBytes);
    return await outcome.promise;
  } catch (error) {
    if (!(error instanceof OutOfMemoryError)) throw error;
    const most = englishNumber(heapMb);
    throw new OperatorError(`${where} takes more than ${most} MB to be read; make it smaller.`);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
    await reading.end();
  }
}

/** Collects the messages of the process until its final message. */
function gather(
  reading: ReadingProcess,
  { resolve, reject }: PromiseWithResolvers<Reading>,
  onBytes: ReadingOptions['onBytes'],
): void {
  const categories = new PackedRows<ToldCategory>();
  const products = new PackedRows<ToldProduct>();
  const prices = new PackedRows<PriceRow>();
  const tables = { categories, products, prices };
  void reading.failure.then(reject);
  reading.onMessage((message) => {
    switch (message.kind) {
      case 'bytes':
        onBytes?.(message.bytes);
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
