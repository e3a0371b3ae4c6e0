import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { timeText } from '../../common/paging.js';
import { SecretBox, SecretKeyMissingError } from '../../common/secret-box.js';
import { Database } from '../../database/database.js';
import type { OrderRef } from '../order.entity.js';
import type { Erased } from './order-eraser.js';

export const ERASURE_STATES = ['counting', 'orders', 'messages', 'done'] as const;

/** An erasure that was asked for, and how far it is. */
export interface Erasure {
  readonly id: number;
  readonly at: Date;
  /** The only account; null for all. */
  readonly accountId: number | null;
  readonly byValue: boolean;
  readonly state: (typeof ERASURE_STATES)[number];
  /** Orders to look at, about; null while they are counted. */
  readonly orders: number | null;
  readonly lookedAt: number;
  readonly erased: number;
  readonly waiting: number;
  readonly keptNotes: number;
  readonly finishedAt: Date | null;
}

/** One that is not done. */
export interface OpenErasure extends Erasure {
  /** As in `Position`: the last time of an order that is erased. */
  readonly until: string;
  /** Encrypted; null if all orders of an account are erased. */
  readonly encryptedValue: Buffer | null;
  readonly last: OrderRef;
}

/** Writes and reads the erasures that were asked for. */
@Injectable()
export class Erasures {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  /**
   * @param value as it is searched for; undefined for all orders of the account
   * @throws SecretKeyMissingError, since what is kept of erased orders is encrypted
   */
  async add(
    manager: EntityManager,
    accountId: number | null,
    value: string | undefined,
  ): Promise<Erasure> {
    if (!this.box.hasKey) throw new SecretKeyMissingError();
    const [{ id }] = await manager.query<[{ id: number }]>(NEXT_ID);
    const encrypted = value === undefined ? null : this.box.encrypt(value, aboutErasure(id));
    const values = [id, accountId, value !== undefined, encrypted];
    const rows = await manager.query<[Erasure]>(ADD, values);
    return rows[0];
  }

  /** Newest first, before an id. */
  page(before: number | undefined, limit: number): Promise<Erasure[]> {
    return this.database.manager.query<Erasure[]>(PAGE, [before ?? null, limit]);
  }

  /** The oldest one that is not done and can begin, of those asked for after one. */
  async open(after = 0): Promise<OpenErasure | undefined> {
    const [row] = await this.database.manager.query<OpenRow[]>(OPEN, [after]);
    return row && { ...row, last: { accountId: row.lastAccount, orderId: row.lastOrder } };
  }

  /** Undefined if all orders of an account are erased. @throws SecretUnreadableError */
  valueOf({ id, encryptedValue }: OpenErasure): string | undefined {
    return encryptedValue ? this.box.decrypt(encryptedValue, aboutErasure(id)) : undefined;
  }

  async counted(id: number, orders: number): Promise<void> {
    await this.database.manager.query(COUNTED, [id, orders]);
  }

  /** Goes on behind these orders, in the transaction that has erased some of them. */
  async advance(
    manager: EntityManager,
    id: number,
    seen: readonly OrderRef[],
    { erased, waiting, keptNotes }: Erased,
  ): Promise<void> {
    const { accountId, orderId } = seen.at(-1) ?? {};
    const values = [id, accountId, orderId, seen.length, erased, waiting, keptNotes];
    await manager.query(ADVANCE, values);
  }

  async ordersDone(id: number): Promise<void> {
    await this.database.manager.query(ORDERS_DONE, [id]);
  }

  /** The value goes with the last step. */
  async finish(id: number): Promise<void> {
    await this.database.manager.query(FINISH, [id]);
  }
}

interface OpenRow extends Omit<OpenErasure, 'last'> {
  readonly lastAccount: number;
  readonly lastOrder: string;
}

/** The value is bound to its erasure by this text. */
function aboutErasure(id: number): string {
  return `erasure:${id}`;
}

const COLUMNS = `
  id, at, account_id AS "accountId", by_value AS "byValue", state, orders, looked_at AS "lookedAt", erased, waiting,
  kept_notes AS "keptNotes", finished_at AS "finishedAt"`;

const NEXT_ID = `SELECT nextval(pg_get_serial_sequence('erasures', 'id'))::integer AS id`;

const ADD = `
  INSERT INTO erasures (id, account_id, by_value, sealed_value) VALUES ($1, $2, $3, $4) RETURNING ${COLUMNS}`;

const PAGE = `
  SELECT ${COLUMNS} FROM erasures WHERE $1::integer IS NULL OR id < $1 ORDER BY id DESC LIMIT $2`;

/**
 * The time of an order is that of the beginning of its transaction, so one that was placed before may not be visible yet. No order
 * takes so long; a backup does, and is not waited for.
 */
const MAY_BEGIN = `(
  state <> 'counting' OR at < now() - interval '5 minutes' OR NOT EXISTS (
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND xact_start <= at AND pid <> pg_backend_pid()))`;

const OPEN = `
  SELECT ${COLUMNS}, ${timeText('at')} AS until, sealed_value AS "encryptedValue",
         last_account AS "lastAccount", last_order AS "lastOrder"
  FROM erasures WHERE id > $1 AND state <> 'done' AND ${MAY_BEGIN} ORDER BY id LIMIT 1`;

const COUNTED = `UPDATE erasures SET state = 'orders', orders = $2 WHERE id = $1 AND state = 'counting'`;

const ADVANCE = `
  UPDATE erasures SET last_account = $2, last_order = $3, looked_at = looked_at + $4, erased = erased + $5,
                      waiting = waiting + $6, kept_notes = kept_notes + $7
  WHERE id = $1`;

const ORDERS_DONE = `UPDATE erasures SET state = 'messages', orders = looked_at WHERE id = $1 AND state = 'orders'`;

const FINISH = `
  UPDATE erasures SET state = 'done', finished_at = now(), sealed_value = NULL WHERE id = $1 AND state = 'messages'`;
