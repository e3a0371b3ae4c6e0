import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SecretBox } from '../../common/secret-box.js';
import { Database } from '../../database/database.js';
import { CodeStockService } from '../../fulfillment/codes/code-stock.service.js';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.js';

const BATCH = 500;

interface SealedRow {
  readonly sealed: Buffer;
  readonly about: string;
  readonly key: unknown[];
}

/** Seals everything under the newest key, so that older ones can be thrown away. */
@Injectable()
export class SecretRotationService {
  constructor(
    private readonly database: Database,
    private readonly stock: CodeStockService,
    private readonly box: SecretBox,
  ) {}

  /**
   * Goes on where an earlier run was broken off; the server may go on serving.
   * @returns how many values of each table were sealed anew.
   * @throws OperatorError when a value was sealed by a key that is not there any more.
   */
  async rotate(): Promise<Record<string, number>> {
    const counts: Record<string, number> = { ...(await this.sealOpenCodes()) };
    for (const column of SEALED_COLUMNS) {
      const resealed = await this.inBatches((manager) => this.reseal(manager, column));
      counts[column.table] = (counts[column.table] ?? 0) + resealed;
    }
    return counts;
  }

  /** Codes that were delivered before the shop had a key. */
  private async sealOpenCodes(): Promise<Record<string, number>> {
    const orders = await this.inBatches(async (manager) => {
      const rows = await manager.query<OpenRow[]>(OPEN_CODES, [BATCH]);
      for (const { codes, about, accountId, orderId } of rows) {
        const sealed = this.box.seal(JSON.stringify(codes), about);
        await manager.query(SEAL_CODES, [accountId, orderId, sealed]);
      }
      return rows.length;
    });
    return { orders };
  }

  private async inBatches(batch: (manager: EntityManager) => Promise<number>): Promise<number> {
    let total = 0;
    for (;;) {
      const done = await this.database.transaction(async (manager) => {
        // An import under way knows codes by their hashes, which change here.
        await this.stock.lock(manager);
        return batch(manager);
      });
      if (done === 0) return total;
      total += done;
    }
  }

  private async reseal(manager: EntityManager, column: SealedColumn): Promise<number> {
    const rows = await manager.query<SealedRow[]>(select(column), [this.box.newestMark, BATCH]);
    for (const { sealed, about, key } of rows) {
      const text = this.box.open(sealed, about);
      const hash = column.hash && this.box.hashes(text, column.hash.purpose)[0];
      const values = [this.box.seal(text, about), ...(hash ? [hash] : [])];
      await manager.query(update(column), [...key, ...values]);
    }
    return rows.length;
  }
}

interface OpenRow {
  readonly codes: string[];
  readonly about: string;
  readonly accountId: number;
  readonly orderId: string;
}

const OPEN_CODES = `
  SELECT delivered_codes AS codes, 'order:' || account_id || ':' || order_id AS about,
         account_id AS "accountId", order_id AS "orderId"
  FROM orders WHERE delivered_codes IS NOT NULL LIMIT $1 FOR UPDATE`;

const SEAL_CODES = `
  UPDATE orders SET delivered_codes = NULL, sealed_codes = $3
  WHERE account_id = $1 AND order_id = $2`;

function select({ table, key, column, about }: SealedColumn): string {
  return `
    SELECT ${column} AS sealed, ${about} AS about, json_build_array(${key.join()}) AS key
    FROM ${table} WHERE substring(${column} from 1 for 5) <> $1 LIMIT $2 FOR UPDATE`;
}

function update({ table, key, column, hash }: SealedColumn): string {
  const names = [column, ...(hash ? [hash.column] : [])];
  const settings = names.map((name, index) => `${name} = $${key.length + index + 1}`);
  const conditions = key.map((name, index) => `${name} = $${index + 1}`);
  return `UPDATE ${table} SET ${settings.join()} WHERE ${conditions.join(' AND ')}`;
}
