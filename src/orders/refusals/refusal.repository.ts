import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { NewRefusal } from './order-refusal.js';

/** Refusals up to a time, of one account or of all; with a value those alone that tell it. */
export interface ErasedRefusals {
  readonly accountId: number | null;
  /** As it is searched for. */
  readonly value: string | undefined;
  /** As in `Position`. */
  readonly until: string;
}

/** Writes and deletes the rows of the journal of refused orders. */
@Injectable()
export class RefusalRepository {
  constructor(private readonly database: Database) {}

  /**
   * Writes them in one statement. Those that are in the database already are left out, so that a batch whose outcome is
   * unknown can be written again. Their times are those of the database's clock.
   */
  async insert(refusals: readonly NewRefusal[]): Promise<void> {
    const now = performance.now();
    const columns = [
      refusals.map(({ id }) => id),
      refusals.map(({ atMs }) => now - atMs),
      refusals.map(({ accountId }) => accountId),
      refusals.map(({ orderUuid }) => orderUuid),
      refusals.map(({ productId }) => productId),
      refusals.map(({ code }) => code),
      refusals.map(({ reason }) => reason),
      refusals.map(({ address }) => address),
      refusals.map(({ requestId }) => requestId),
    ];
    await this.database.transaction(async (manager) => {
      await manager.query(LIMITS);
      await manager.query(INSERT, columns);
    });
  }

  /** Deletes the oldest ones, if they are older than so many days. @returns their number, at most `count` */
  deleteExpired(days: number, count: number): Promise<number> {
    return this.deleted(DELETE_EXPIRED, [days, count]);
  }

  /** Deletes the oldest ones of an account. @returns their number, at most `count` */
  deleteOldest(accountId: number, count: number): Promise<number> {
    return this.deleted(DELETE_OLDEST, [accountId, count]);
  }

  /** Deletes some that are to be erased. @returns their number, at most `count` */
  deleteErased({ accountId, value, until }: ErasedRefusals, count: number): Promise<number> {
    return this.deleted(DELETE_ERASED, [accountId, value ?? null, until, count]);
  }

  /** How many rows each account has. */
  async countByAccount(): Promise<ReadonlyMap<number, number>> {
    const rows = await this.database.manager.query<{ account: number; rows: number }[]>(COUNT);
    return new Map(rows.map(({ account, rows: count }) => [account, count]));
  }

  private async deleted(sql: string, parameters: readonly unknown[]): Promise<number> {
    const [, count] = await this.database.transaction((manager) =>
      manager.query<[unknown, number]>(sql, [...parameters]),
    );
    return count;
  }
}

/**
 * The connection is one that orders use, so it is given back soon. The commit waits for neither disk nor standby: a crash of
 * the database may lose what was written in the last second.
 */
const LIMITS = `
  SET LOCAL lock_timeout = '250ms';
  SET LOCAL statement_timeout = '2s';
  SET LOCAL synchronous_commit = off`;

const INSERT = `
  INSERT INTO order_refusals
    (id, at, account_id, order_uuid, product_id, code, reason, address, request_id)
  SELECT id, clock_timestamp() - age_ms * interval '1 millisecond',
         account_id, order_uuid, product_id, code, reason, address, request_id
  FROM unnest($1::uuid[], $2::float8[], $3::integer[], $4::text[], $5::integer[], $6::smallint[],
              $7::text[], $8::inet[], $9::text[])
    AS refused (id, age_ms, account_id, order_uuid, product_id, code, reason, address, request_id)
  ON CONFLICT (id) DO NOTHING`;

/** Rows that another server is deleting are left to it. */
const DELETE_EXPIRED = `
  DELETE FROM order_refusals WHERE id IN (
    SELECT id FROM order_refusals WHERE at < now() - $1 * interval '1 day'
    ORDER BY at, id LIMIT $2 FOR UPDATE SKIP LOCKED)`;

const DELETE_OLDEST = `
  DELETE FROM order_refusals WHERE id IN (
    SELECT id FROM order_refusals WHERE account_id = $1
    ORDER BY at, id LIMIT $2 FOR UPDATE SKIP LOCKED)`;

/** A key, or the message of an extension, may be what a player has typed. */
const DELETE_ERASED = `
  DELETE FROM order_refusals WHERE id IN (
    SELECT id FROM order_refusals
    WHERE ($1::integer IS NULL OR account_id = $1) AND at <= $3::timestamptz
      AND ($2::text IS NULL OR strpos(lower(reason), $2) > 0 OR strpos(lower(order_uuid), $2) > 0)
    ORDER BY at, id LIMIT $4)`;

const COUNT = `
  SELECT account_id AS account, count(*)::integer AS rows FROM order_refusals GROUP BY account_id`;
