import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

interface Row {
  readonly orderId: string;
  readonly productName: string;
}

/** Reads which products orders were for. */
@Injectable()
export class OrderedProducts {
  constructor(private readonly database: Database) {}

  /** @returns the name that the product of each of these orders of the account had, by the id of the order. */
  async namesOf(
    accountId: number,
    orderIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    if (orderIds.length === 0) return new Map();
    const rows = await this.database.manager.query<Row[]>(NAMES, [accountId, orderIds]);
    return new Map(rows.map(({ orderId, productName }) => [orderId, productName]));
  }
}

const NAMES = `
  SELECT order_id AS "orderId", product_name AS "productName" FROM orders
  WHERE account_id = $1 AND order_id = ANY ($2::text[])`;
