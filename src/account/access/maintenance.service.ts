import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** The maintenance switch. It is a row in the database, so it applies to all instances from the next request on. */
@Injectable()
export class MaintenanceService {
  constructor(private readonly database: Database) {}

  async set(enabled: boolean): Promise<void> {
    await this.database.manager.query(
      'UPDATE maintenance SET enabled = $1, changed_at = now() WHERE enabled <> $1',
      [enabled],
    );
  }

  async status(): Promise<{ enabled: boolean; changedAt: Date }> {
    const rows = await this.database.manager.query<{ enabled: boolean; changedAt: Date }[]>(
      'SELECT enabled, changed_at AS "changedAt" FROM maintenance',
    );
    if (!rows[0]) throw new Error('the maintenance row is missing');
    return rows[0];
  }
}
