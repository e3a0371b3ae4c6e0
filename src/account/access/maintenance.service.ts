import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { CLOSED_PART, type ClosedPart } from '../closed-part.js';

const CLOSE = `
  UPDATE maintenance SET enabled = $1 <> 'nothing', orders_only = $1 = 'orders', changed_at = now()
  WHERE ${CLOSED_PART} <> $1`;

/** The maintenance switch. It is a row in the database, so it applies to all instances from the next request on. */
@Injectable()
export class MaintenanceService {
  constructor(private readonly database: Database) {}

  async close(part: ClosedPart): Promise<void> {
    await this.database.transaction((manager) => manager.query(CLOSE, [part]));
  }

  /** Closes orders in the caller's transaction, unless the whole API is closed already. */
  async closeOrders(manager: EntityManager): Promise<void> {
    await manager.query(
      'UPDATE maintenance SET enabled = true, orders_only = true, changed_at = now() WHERE NOT enabled',
    );
  }

  async status(): Promise<{ closed: ClosedPart; changedAt: Date }> {
    const rows = await this.database.manager.query<{ closed: ClosedPart; changedAt: Date }[]>(
      `SELECT ${CLOSED_PART} AS closed, changed_at AS "changedAt" FROM maintenance`,
    );
    if (!rows[0]) throw new Error('the maintenance row is missing');
    return rows[0];
  }
}
