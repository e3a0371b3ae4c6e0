import type { EntityManager } from 'typeorm';
import { createStage, fillStage, type ImportTable } from './import-table.js';

/**
 * Sends rows to a temporary table, which lives as long as the transaction.
 * @param onProgress called with the number of rows sent so far.
 */
export async function stageRows(
  manager: EntityManager,
  table: ImportTable,
  batches: AsyncIterable<readonly object[]> | Iterable<readonly object[]>,
  onProgress: (done: number) => void,
): Promise<void> {
  await manager.query(createStage(table));
  let done = 0;
  for await (const batch of batches) {
    await manager.query(fillStage(table), [JSON.stringify(batch)]);
    onProgress((done += batch.length));
  }
}
