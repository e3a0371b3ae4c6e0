import { Injectable } from '@nestjs/common';
import { Database } from 'souk';
import type { EntityManager } from 'typeorm';

/** What an account has ordered on a day, by the database's clock in UTC. Refunded orders stay counted. */
@Injectable()
export class Spending {
  constructor(private readonly database: Database) {}

  async today(accountId: number): Promise<string> {
    const rows = await this.database.manager.query<{ total: string }[]>(
      `SELECT total::text FROM acme_spent
       WHERE account_id = $1 AND day = (now() AT TIME ZONE 'UTC')::date`,
      [accountId],
    );
    return rows[0]?.total ?? '0';
  }

  /** No limit looks at a day that is over. @returns how many were deleted */
  async forgetOldDays(): Promise<number> {
    const [, count] = await this.database.manager.query<[unknown, number]>(
      `DELETE FROM acme_spent WHERE day < (now() AT TIME ZONE 'UTC')::date - 30`,
    );
    return count;
  }

  /** Adds to the day, and tells whether this is more than the limit of the account. */
  static async exceeds(
    manager: EntityManager,
    { accountId, total }: { readonly accountId: number; readonly total: string },
    usualLimit: string,
  ): Promise<boolean> {
    const rows = await manager.query<{ exceeded: boolean }[]>(
      `WITH spent AS (
         INSERT INTO acme_spent (account_id, day, total)
         VALUES ($1, (now() AT TIME ZONE 'UTC')::date, $2)
         ON CONFLICT (account_id, day) DO UPDATE SET total = acme_spent.total + excluded.total
         RETURNING account_id, total
       )
       SELECT total > coalesce(daily_limit, $3::numeric) AS exceeded
       FROM spent LEFT JOIN acme_accounts USING (account_id)`,
      [accountId, total, usualLimit],
    );
    return rows[0]?.exceeded ?? true;
  }
}
