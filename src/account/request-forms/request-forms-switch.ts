import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { SEEN_OF_RELEASE_BEFORE } from '../../database/clock/instance-clocks.js';
import { Database } from '../../database/database.js';

/** `waiting`: it becomes on once the servers have seen none of the release before for ten minutes. */
export type RequestFormsState = 'waiting' | 'on' | 'off';

export interface RequestFormsStatus {
  readonly state: RequestFormsState;
  readonly changedAt: Date;
  /** Since when no server of the release before was seen; it counts only while the state is `waiting`. */
  readonly unseenSince: Date;
}

/**
 * The switch of what the release before does not understand: forms of new orders and quotes, and the suspension of an
 * account for orders alone. While both releases serve, one order has to mean the same to both.
 */
@Injectable()
export class RequestFormsSwitch {
  constructor(private readonly database: Database) {}

  /**
   * Turned off, it stays off until an operator turns it on.
   * @throws ConflictError while an account is suspended for orders alone, which the release before would let order
   */
  set(isOn: boolean): Promise<void> {
    return this.database.transaction(async (manager) => {
      // This waits for suspensions that have found it on.
      await manager.query(SET, [isOn ? 'on' : 'off']);
      if (isOn) return;
      const suspended = await manager.query<{ id: number }[]>(SUSPENDED_FOR_ORDERS);
      if (suspended.length === 0) return;
      const accounts = suspended.map(({ id }) => id).join(', ');
      throw new ConflictError(...sentence('request-forms.suspended', { accounts }));
    });
  }

  /** Keeps it on until the end of the caller's transaction. @throws ConflictError unless it is on */
  async assertOn(manager: EntityManager): Promise<void> {
    const [row] = await manager.query<{ state: RequestFormsState }[]>(LOCK);
    if (row?.state === 'on') return;
    throw new ConflictError(...sentence('account.suspension-unknown'));
  }

  async status(): Promise<RequestFormsStatus> {
    const rows = await this.database.manager.query<RequestFormsStatus[]>(STATUS);
    if (!rows[0]) throw new Error('the row of request_forms is missing');
    return rows[0];
  }

  /** Notes whether a server of the release before is there, and turns the switch on when it is due. @returns true if it has */
  async look(): Promise<boolean> {
    await this.database.manager.query(LOOK);
    const [{ turned }] = await this.database.manager.query<[{ turned: boolean }]>(TURN_ON);
    return turned;
  }
}

const SET = 'UPDATE request_forms SET state = $1, changed_at = now() WHERE state <> $1';

const LOCK = 'SELECT state FROM request_forms FOR SHARE';

const SUSPENDED_FOR_ORDERS = `
  SELECT id FROM accounts WHERE orders_suspended AND api_permitted ORDER BY id LIMIT 20`;

const STATUS = `
  SELECT state, changed_at AS "changedAt", unseen_since AS "unseenSince" FROM request_forms`;

/** Nobody knows what was there while nobody looked. */
const LOOK = `
  UPDATE request_forms
  SET looked_at = now(),
      unseen_since = greatest(unseen_since, ${SEEN_OF_RELEASE_BEFORE},
        CASE WHEN looked_at < now() - interval '150 seconds' THEN now() END)
  WHERE state = 'waiting'`;

const TURN_ON = `
  WITH turned AS (
    UPDATE request_forms SET state = 'on', changed_at = now()
    WHERE state = 'waiting' AND unseen_since <= now() - interval '10 minutes' RETURNING state
  )
  SELECT count(*) > 0 AS turned FROM turned`;
