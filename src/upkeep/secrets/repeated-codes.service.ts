import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import {
  comparedTexts,
  deliversCodes,
  type CodedProduct,
} from '../../fulfillment/handlers/code-evidence.js';
import { DeliveredCodes } from '../../orders/delivered-codes.js';
import type { Order } from '../../orders/order.entity.js';

const ORDERS_PER_READ = 500;
/** So that many codes fit into memory; two of them are the same by chance in no shop. */
const DIGEST_BYTES = 12;

type DeliveredOrder = CodedProduct &
  Pick<Order, 'accountId' | 'orderId' | 'quantity' | 'fields'> &
  Pick<Order, 'deliveredCodes' | 'encryptedCodes'>;

/** Two orders that have got the same codes. */
export interface RepeatedCodes {
  /** The one that was read first, by account and id. */
  readonly one: string;
  readonly other: string;
  /** How many codes. */
  readonly codes: number;
}

/** Finds orders that have got the same code, also those from before deliveries were compared. It only reads. */
@Injectable()
export class RepeatedCodesService {
  constructor(
    private readonly database: Database,
    private readonly codes: DeliveredCodes,
  ) {}

  /**
   * Reads the codes of all orders whose product is delivered as codes, so it takes some time in a large shop.
   * @returns the pairs of orders, and how many orders could not be read, since their key is missing
   */
  async find(): Promise<{ readonly pairs: readonly RepeatedCodes[]; readonly unreadable: number }> {
    const owners = new Map<string, string>();
    const pairs = new Map<string, RepeatedCodes>();
    let unreadable = 0;
    for await (const order of this.orders()) {
      const opened = this.codes.tryDecrypt(order);
      const texts = 'error' in opened ? [] : (opened.order.deliveredCodes ?? []);
      const delivered = { texts, quantity: order.quantity, fields: order.fields };
      if ('error' in opened) unreadable += 1;
      else if (!deliversCodes(order, delivered)) continue;
      for (const code of comparedTexts(delivered)) {
        const digest = createHash('sha256').update(code).digest().subarray(0, DIGEST_BYTES);
        const key = digest.toString('latin1');
        const one = owners.get(key);
        const other = order.orderId;
        if (one === undefined) owners.set(key, other);
        else pairs.set(`${one} ${other}`, { one, other, codes: countOf(pairs, one, other) + 1 });
      }
    }
    return { pairs: [...pairs.values()], unreadable };
  }

  private async *orders(): AsyncGenerator<DeliveredOrder, void> {
    let last: DeliveredOrder | undefined;
    do {
      const after = [last?.accountId ?? 0, last?.orderId ?? ''];
      const { manager } = this.database;
      const rows = await manager.query<DeliveredOrder[]>(READ, [...after, ORDERS_PER_READ]);
      yield* rows;
      last = rows.at(-1);
    } while (last);
  }
}

function countOf(pairs: ReadonlyMap<string, RepeatedCodes>, one: string, other: string): number {
  return pairs.get(`${one} ${other}`)?.codes ?? 0;
}

const READ = `
  SELECT placed.account_id AS "accountId", order_id AS "orderId", quantity::text AS quantity, placed.fields,
         delivered_codes AS "deliveredCodes", sealed_codes AS "encryptedCodes",
         delivers_codes AS "deliversCodes", product_type AS "productType", qty_values AS "quantityValues",
         product.fulfillment
  FROM (
    SELECT * FROM orders
    WHERE (account_id, order_id) > ($1::integer, $2::text) AND NOT rehearsal AND erased_at IS NULL
      AND num_nonnulls(delivered_codes, sealed_codes) > 0
    ORDER BY account_id, order_id LIMIT $3
  ) placed JOIN products product ON product.id = product_id
  ORDER BY placed.account_id, order_id`;
