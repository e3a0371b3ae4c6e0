import { once } from 'node:events';
import { isOperatorError } from '../../../common/app-error.js';
import { readCatalogFile, readShopCatalog } from '../reading/catalog-source.js';
import type { CatalogDraft } from '../reading/draft-builder.js';
import type { PriceList } from '../reading/price-list.builder.js';
import { endBeyond } from './memory-limit.js';
import { packed } from './packed-catalog.js';
import type { ReadingMessage, ReadingOrder, ReadingTask } from './reading-messages.js';
import { ShopUnansweredError } from './shop-unanswered-error.js';

/**
 * The process in which a catalog is read and checked. Its heap is limited and it can be killed at any time, so an untrusted
 * file or shop cannot stop the server. A thread could: V8 ends the whole process where a thread's heap is full at the wrong
 * moment.
 */
async function read(task: ReadingTask): Promise<ReadingMessage> {
  try {
    if (task.kind === 'file') {
      const { path, separator, where } = task;
      const onBytes = (bytes: number): void => {
        void post({ kind: 'bytes', bytes });
      };
      return await postRows(await readCatalogFile(path, { separator, where, onBytes }));
    }
    // What sends requests takes a quarter of the time of a start, and a file needs none of it.
    const { shopAnswer } = await import('./shop-answer.js');
    const { httpStatus, body } = await shopAnswer(task);
    if (httpStatus !== 200) return { kind: 'status', httpStatus };
    return await postRows(await readShopCatalog(task.url, body));
  } catch (error) {
    if (isOperatorError(error)) return { kind: 'refused', sentence: error.message };
    if (error instanceof ShopUnansweredError) return { kind: 'no answer', reason: error.message };
    return { kind: 'failed', error };
  }
}

async function postRows(content: CatalogDraft | PriceList): Promise<ReadingMessage> {
  if ('prices' in content) {
    await postTable('prices', content.prices);
    return { kind: 'read prices' };
  }
  await postTable('categories', content.categories);
  await postTable('products', content.products);
  return { kind: 'read', categoriesByName: content.categoriesByName };
}

/** One batch at a time, so that no more of them lie in memory. */
async function postTable(
  table: 'categories' | 'products' | 'prices',
  rows: readonly object[],
): Promise<void> {
  for (const batch of packed(rows)) await post({ kind: 'rows', table, ...batch });
}

/** Until the server has taken it; it may have ended meanwhile, which ends this process, too. */
function post(message: ReadingMessage): Promise<void> {
  return new Promise((resolve) => {
    process.send?.(message, () => {
      resolve();
    });
  });
}

process.once('disconnect', () => process.exit());
// What is sent to the whole group of processes is for the server, which ends this one when it stops.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

const [order] = (await once(process, 'message')) as [ReadingOrder];
endBeyond(order.heapMb);
// The server kills this process once it has the answer.
await post(await read(order));
