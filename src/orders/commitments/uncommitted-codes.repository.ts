import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { Order, type OrderRef } from '../order.entity.js';
import type { CommitmentColumns } from '../code-commitments.js';

/** The orders whose codes no event has committed to; triggers note them. */
@Injectable()
export class UncommittedCodes {
  constructor(private readonly database: Database) {}

  due(limit: number): Promise<OrderRef[]> {
    return this.database.manager.query<OrderRef[]>(DUE, [limit]);
  }

  /** Locks the order; null while another session has it locked, which may be adding codes. */
  lock(manager: EntityManager, { accountId, orderId }: OrderRef): Promise<Order | null> {
    return manager.findOne(Order, {
      where: { accountId, orderId },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /** A trigger has the event of it. */
  async commit(manager: EntityManager, order: OrderRef, columns: CommitmentColumns): Promise<void> {
    const { codeCommitments, encryptedCodeSalts } = columns;
    const values = [order.accountId, order.orderId, codeCommitments, encryptedCodeSalts];
    await manager.query(COMMIT_TO_CODES, values);
  }

  /** The order is locked, so that nobody notes it meanwhile. */
  async settle(manager: EntityManager, { accountId, orderId }: OrderRef): Promise<void> {
    await manager.query(SETTLE, [accountId, orderId]);
  }

  async postpone({ accountId, orderId }: OrderRef, by: '1 minute' | '1 hour'): Promise<void> {
    await this.database.manager.query(POSTPONE, [accountId, orderId, by]);
  }
}

const DUE = `
  SELECT account_id AS "accountId", order_id AS "orderId" FROM uncommitted_codes
  WHERE due_at <= now() ORDER BY due_at LIMIT $1`;

const COMMIT_TO_CODES = `
  UPDATE orders SET code_commitments = $3, sealed_code_salts = $4 WHERE account_id = $1 AND order_id = $2`;

const SETTLE = 'DELETE FROM uncommitted_codes WHERE account_id = $1 AND order_id = $2';

const POSTPONE = `
  UPDATE uncommitted_codes SET due_at = now() + $3::interval WHERE account_id = $1 AND order_id = $2`;
