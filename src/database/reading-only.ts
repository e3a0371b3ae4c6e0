import type { EntityManager } from 'typeorm';
import { TimeLimitError } from '../common/time-limit.js';
import { breaksConnection } from './database-errors.js';

const BEGIN = 'SAVEPOINT reading_only; SET LOCAL transaction_read_only = on';
const UNDO = 'ROLLBACK TO SAVEPOINT reading_only; RELEASE SAVEPOINT reading_only';
/** The first one fails if the work has caught the error of a statement, after which the transaction allows no other. */
const END = `SELECT 1; ${UNDO}`;

/**
 * Runs work in which statements that write or lock rows fail, within a transaction that may write before and after it. The
 * transaction is then as it was before, with its settings, also after an error; only after a broken connection, or work that is
 * late and may still be sending statements, it can no longer be used.
 */
export async function readingOnly<T>(manager: EntityManager, work: () => Promise<T>): Promise<T> {
  await manager.query(BEGIN);
  try {
    const result = await work();
    await manager.query(END);
    return result;
  } catch (error) {
    const isUsable = !breaksConnection(error) && !(error instanceof TimeLimitError);
    // Fails if the connection is broken; the first error says more.
    if (isUsable) await manager.query(UNDO).catch(() => undefined);
    throw error;
  }
}
