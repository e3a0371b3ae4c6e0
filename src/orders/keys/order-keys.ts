import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** An idempotency key that an account has sent: it belongs to an order, or it is sealed and the order id is null. */
export interface KeyOfAccount {
  readonly accountId: number;
  readonly orderUuid: string;
  readonly orderId: string | null;
}

/** So many accounts at most may have sent one key, for their orders to be found all. */
const MAX_ACCOUNTS = 1_000;

/** Finds idempotency keys in all accounts. */
@Injectable()
export class OrderKeys {
  constructor(private readonly database: Database) {}

  /** A key in the accounts that have sent it, by their ids. @param accountId only in this one */
  find(orderUuid: string, accountId?: number): Promise<readonly KeyOfAccount[]> {
    const [sql, values] =
      accountId === undefined ? [FIND, [orderUuid]] : [FIND_OF_ACCOUNT, [orderUuid, accountId]];
    return this.database.manager.query<KeyOfAccount[]>(sql, values);
  }
}

const find = (condition: string): string => `
  SELECT account_id AS "accountId", order_uuid AS "orderUuid", order_id AS "orderId"
  FROM order_keys WHERE ${condition} ORDER BY account_id LIMIT ${MAX_ACCOUNTS}`;

const FIND = find('order_uuid = $1');
const FIND_OF_ACCOUNT = find('order_uuid = $1 AND account_id = $2');
