import { parentPort, workerData } from 'node:worker_threads';
import { isOperatorError } from '../../../common/app-error.js';
import { readCatalogFile, readShopCatalog } from '../reading/catalog-source.js';
import type { CatalogDraft } from '../reading/draft-builder.js';
import type { PriceList } from '../reading/price-list.builder.js';
import { packed } from './packed-catalog.js';
import type { ReadingMessage, ReadingTask } from './reading-messages.js';
import { ShopUnansweredError, shopAnswer } from './shop-answer.js';

/**
 * The thread in which a catalog is read and checked. Its heap is limited and it can be terminated at any time, so an
 * untrusted file or shop cannot stop the server.
 */
async function read(task: ReadingTask): Promise<ReadingMessage> {
  try {
    if (task.kind === 'file') {
      const { path, separator, where } = task;
      const onBytes = (bytes: number): void => {
        post({ kind: 'bytes', bytes });
      };
      return postRows(await readCatalogFile(path, { separator, where, onBytes }));
    }
    const { httpStatus, body } = await shopAnswer(task);
    if (httpStatus !== 200) return { kind: 'status', httpStatus };
    return postRows(await readShopCatalog(task.url, body));
  } catch (error) {
    if (isOperatorError(error)) return { kind: 'refused', sentence: error.message };
    if (error instanceof ShopUnansweredError) return { kind: 'no answer', reason: error.message };
    return { kind: 'failed', error };
  }
}

function postRows(content: CatalogDraft | PriceList): ReadingMessage {
  if ('prices' in content) {
    postTable('prices', content.prices);
    return { kind: 'read prices' };
  }
  postTable('categories', content.categories);
  postTable('products', content.products);
  return { kind: 'read', categoriesByName: content.categoriesByName };
}

function postTable(table: 'categories' | 'products' | 'prices', rows: readonly object[]): void {
  for (const batch of packed(rows)) post({ kind: 'rows', table, ...batch });
}

function post(message: ReadingMessage): void {
  const { buffer } = message.kind === 'rows' ? message.pack : {};
  parentPort?.postMessage(message, buffer instanceof ArrayBuffer ? [buffer] : []);
}

post(await read(workerData as ReadingTask));
