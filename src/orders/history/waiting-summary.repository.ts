import { Injectable } from '@nestjs/common';
import { timeText } from '../../common/paging.js';
import { sharedRead } from '../../common/shared-read.js';
import { Database } from '../../database/database.js';

/** More are not counted, so that the statement stays short. */
export const MAX_COUNTED_ORDERS = 1_000;

/** The orders that wait. */
export interface WaitingSummary {
  /** Not more than `MAX_COUNTED_ORDERS`. */
  readonly count: number;
  /** When the newest one was placed, in UTC with microseconds; null if none waits. */
  readonly newest: string | null;
}

/** Looks at the orders that wait, by their index. */
@Injectable()
export class WaitingSummaries {
  /** Concurrent callers share a statement, however many pages are opened. */
  readonly read: () => Promise<WaitingSummary>;

  constructor(database: Database) {
    this.read = sharedRead(async () => {
      const [row] = await database.manager.query<WaitingSummary[]>(READ);
      return row ?? { count: 0, newest: null };
    });
  }
}

const READ = `
  SELECT count(*)::integer AS count, ${timeText('max(created_at)')} AS newest
  FROM (
    SELECT created_at FROM orders WHERE status = 'wait'
    ORDER BY created_at DESC LIMIT ${MAX_COUNTED_ORDERS}
  ) waiting`;
