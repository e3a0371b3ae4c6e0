import { Injectable } from '@nestjs/common';
import { IsNull, Not, type EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import type { OrderEventData } from '../shop-event.js';
import { FailedEvent } from './failed-event.entity.js';

/** A failed attempt. */
export type FailedAttempt = Pick<
  FailedEvent,
  'extension' | 'listener' | 'eventId' | 'eventType' | 'event' | 'attempts' | 'reason'
> & {
  /** Of an event in order. */
  readonly accountId?: number;
  /** Null if the event is given up. */
  readonly againInSeconds: number | null;
};

/** What an event about an order tells; that of a job is the extension's own. */
interface ToldEvent {
  readonly type?: string;
  readonly data?: Partial<Pick<OrderEventData, 'accountId' | 'orderId'>> & {
    readonly reason?: string | null;
  };
}

type EventOfListener = Pick<FailedEvent, 'extension' | 'listener' | 'eventId'>;

/** Reads and writes the events that listeners have not handled. */
@Injectable()
export class FailedEventRepository {
  constructor(private readonly database: Database) {}

  /** How many attempts have failed; undefined if none has, or the event was handled meanwhile. */
  async attemptsOf({ extension, listener, eventId }: EventOfListener): Promise<number | undefined> {
    const where = { extension, listener, eventId };
    const found = await this.database.manager.findOne(FailedEvent, {
      where,
      select: { attempts: true },
    });
    return found?.attempts;
  }

  /**
   * Stores a failed attempt. If the event is given up, old failures of the listener are deleted.
   * @returns the event as `present` has it
   */
  async note(manager: EntityManager, attempt: FailedAttempt): Promise<string> {
    const { extension, listener, eventId, eventType, attempts, reason } = attempt;
    const event = await this.present(manager, attempt.event);
    const values = [extension, listener, eventId, eventType, event, attempts, reason];
    await manager.query(NOTE, [...values, attempt.againInSeconds, attempt.accountId ?? null]);
    if (attempt.againInSeconds === null) await manager.query(FORGET_OLD, [extension, listener]);
    return event;
  }

  /**
   * An event that was read before and is written again in the caller's transaction: without its reason if its order was
   * erased meanwhile. An erasure of the order waits for the transaction.
   */
  async present(manager: EntityManager, event: string): Promise<string> {
    const told = JSON.parse(event) as ToldEvent;
    const { accountId, orderId, reason } = told.data ?? {};
    if (told.type?.startsWith('order.') !== true || (reason ?? '') === '') return event;
    const rows = await manager.query<{ isErased: boolean }[]>(IS_ERASED, [accountId, orderId]);
    if (rows[0]?.isErased !== true) return event;
    return JSON.stringify({ ...told, data: { ...told.data, reason: 'erased' } });
  }

  async forget(
    { extension, listener, eventId }: EventOfListener,
    manager = this.database.manager,
  ): Promise<void> {
    await manager.delete(FailedEvent, { extension, listener, eventId });
  }

  /** True if an extension has the job, though its code may not be loaded here. */
  async isRecordedJob(extension: string, name: string): Promise<boolean> {
    const rows = await this.database.manager.query<unknown[]>(RECORDED_JOB, [extension, name]);
    return rows.length > 0;
  }

  /** Marks the event as one that is tried again now. @returns undefined if there is no such event */
  async tryNow(manager: EntityManager, id: number): Promise<FailedEvent | undefined> {
    await manager.query('UPDATE failed_events SET next_try_at = now() WHERE id = $1', [id]);
    return (await manager.findOneBy(FailedEvent, { id })) ?? undefined;
  }

  /** Locks it until the end of the transaction. */
  async locked(manager: EntityManager, id: number): Promise<FailedEvent | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    return (await manager.findOne(FailedEvent, { where: { id }, lock })) ?? undefined;
  }

  /** Forgets all events in order of an account, for a listener that no longer waits with any of them. */
  async forgetOfAccount(
    manager: EntityManager,
    {
      extension,
      listener,
      accountId,
    }: Pick<FailedEvent, 'extension' | 'listener'> & { readonly accountId: number },
  ): Promise<void> {
    await manager.delete(FailedEvent, { extension, listener, accountId });
  }

  /** Forgets the events in order of an extension. */
  async forgetOrdered(manager: EntityManager, extension: string): Promise<void> {
    await manager.delete(FailedEvent, { extension, accountId: Not(IsNull()) });
  }

  /** Forgets the events of accounts that a restore holds back. */
  async forgetHeld(manager: EntityManager): Promise<void> {
    await manager.query(FORGET_HELD);
  }

  /** Marks all events, but those in order, that were to be tried again as given up. @returns their number */
  async giveUpAll(manager: EntityManager): Promise<number> {
    const [, count] = await manager.query<[unknown, number]>(GIVE_UP_ALL);
    return count;
  }

  /** Newest first, of one extension or of all. */
  list(limit: number, extension?: string): Promise<FailedEvent[]> {
    return this.database.manager.find(FailedEvent, {
      ...(extension !== undefined && { where: { extension } }),
      order: { lastFailedAt: 'DESC', id: 'ASC' },
      take: limit,
    });
  }
}

const IS_ERASED = `
  SELECT erased_at IS NOT NULL AS "isErased" FROM orders WHERE account_id = $1 AND order_id = $2 FOR SHARE`;

const NOTE = `
  INSERT INTO failed_events
    (extension, listener, event_id, event_type, event, attempts, reason, next_try_at, account_id)
  VALUES ($1, $2, $3, $4, $5, $6, $7, now() + $8::double precision * interval '1 second', $9)
  ON CONFLICT (event_id, extension, listener) DO UPDATE
  SET attempts = excluded.attempts, reason = excluded.reason, next_try_at = excluded.next_try_at,
      last_failed_at = now()`;

const RECORDED_JOB = `
  SELECT FROM extensions WHERE name = $1 AND ports::jsonb -> 'jobs' @> to_jsonb($2::text)`;

const GIVE_UP_ALL = `
  UPDATE failed_events SET next_try_at = NULL, reason = 'a restore ended its tries; ' || reason
  WHERE next_try_at IS NOT NULL AND account_id IS NULL`;

const FORGET_HELD = `
  DELETE FROM failed_events failed USING listener_positions position
  WHERE retry_at = 'infinity' AND (failed.extension, failed.listener, failed.account_id)
    = (position.extension, position.listener, position.account_id)`;

const FORGET_OLD = `
  DELETE FROM failed_events
  WHERE extension = $1 AND listener = $2 AND next_try_at IS NULL
    AND last_failed_at < now() - interval '30 days'`;
