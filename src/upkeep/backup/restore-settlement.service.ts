import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MaintenanceService } from '../../account/access/maintenance.service.js';
import {
  LOST_CHECKPOINTS,
  type LostCheckpoint,
} from '../../account/receipts/receipt-history.repository.js';
import { HeldMessages } from '../../account/webhooks/held-messages.service.js';
import { Database } from '../../database/database.js';
import { CodeStockService } from '../../fulfillment/codes/code-stock.service.js';
import { SupplierAttemptRepository } from '../../fulfillment/upstream/purchase/supplier-attempt.repository.js';
import { beginHistory } from './backup-restore.js';
import type { Settlement } from './settlement-text.js';

/**
 * Makes a shop safe whose database went back to an earlier state. What was sold, bought or sent after that state is not
 * known any more, so nothing that may have happened is done again until the operator has settled it.
 */
@Injectable()
export class RestoreSettlementService {
  constructor(
    private readonly database: Database,
    private readonly maintenance: MaintenanceService,
    private readonly codes: CodeStockService,
    private readonly attempts: SupplierAttemptRepository,
    private readonly messages: HeldMessages,
  ) {}

  /** For a database that was recovered by other means than `souk restore`. */
  start(): Promise<Settlement> {
    return this.database.transaction(async (manager) => {
      // As in a restore: the lost database, which may run beside this one, is another one from now on.
      await beginHistory(manager);
      return this.startIn(manager);
    });
  }

  /** @param stateOf the time of the restored state; by default that of the newest order or ledger entry. */
  async startIn(manager: EntityManager, stateOf?: string): Promise<Settlement> {
    // First, because it waits for the orders that are being placed, and keeps others from being placed.
    await this.maintenance.closeOrders(manager);
    const [restore] = await manager.query<[{ stateOf: Date }]>(RECORD, [stateOf]);
    const [waiting] = await manager.query<[{ orders: number }]>(WAITING);
    return {
      stateOf: restore.stateOf,
      codes: await this.codes.holdAll(manager),
      orders: {
        waiting: waiting.orders,
        atSuppliers: await this.attempts.countPossibleSends(manager),
      },
      ...(await this.messages.hold(manager)),
      lostCheckpoints: await manager.query<LostCheckpoint[]>(LOST_CHECKPOINTS),
    };
  }
}

/** `restored_at` is no lower than any time of creation, even if the clock of the former server was ahead. */
const RECORD = `
  INSERT INTO restores (restored_at, state_of)
  SELECT greatest(now(), newest), coalesce($1::timestamptz, newest, now())
  FROM (SELECT greatest((SELECT max(created_at) FROM orders),
                        (SELECT max(created_at) FROM ledger_entries)) AS newest) AS made
  RETURNING state_of AS "stateOf"`;

const WAITING =
  "SELECT count(*)::integer AS orders FROM orders WHERE status = 'wait' AND NOT rehearsal";
