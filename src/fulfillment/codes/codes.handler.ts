import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';
import { OperatorError, TemporarilyUnavailableError } from '../../common/app-error.js';
import { SecretBox } from '../../common/secret-box.js';
import type {
  Delivered,
  FulfillmentHandler,
  OrderToFulfill,
  Refused,
} from '../../orders/delivery/fulfillment-handler.js';
import { aboutStock } from './code-import.service.js';
import { CodeStockRepository } from './code-stock.repository.js';

/** More codes in one order than this are no business of a machine. */
const MOST_CODES = 1000;

/**
 * Delivers codes out of stock, within the transaction that charges the order: a code is sold exactly when its order
 * is, and the caller has it in the answer of newOrder.
 */
@Injectable()
export class CodesHandler implements FulfillmentHandler {
  readonly code = 'codes';

  constructor(
    private readonly stock: CodeStockRepository,
    private readonly box: SecretBox,
  ) {}

  async checkSettings(settings: FulfillmentSettings): Promise<void> {
    const stock = stockOf(settings);
    if (await this.stock.stockExists(stock)) return;
    throw new OperatorError(
      `There is no stock ${JSON.stringify(stock)}; make it with "souk codes import".`,
    );
  }

  /** As many codes as were ordered, or none: no order is delivered in part. */
  async deliverInTransaction(
    manager: EntityManager,
    order: OrderToFulfill,
    settings: FulfillmentSettings,
  ): Promise<Delivered | Refused> {
    const stock = stockOf(settings);
    const count = Number(order.quantity);
    if (!Number.isInteger(count) || count > MOST_CODES) {
      return { kind: 'refused', reason: `no ${order.quantity} codes can be delivered` };
    }
    const sealed = await this.stock.take(manager, stock, count, order);
    if (sealed.length < count) return { kind: 'refused', reason: `the stock ${stock} is short` };
    return { kind: 'delivered', codes: sealed.map((code) => this.opened(code, stock)) };
  }

  /** @throws TemporarilyUnavailableError (111) when the key is missing */
  private opened(sealed: Buffer, stock: string): string {
    try {
      return this.box.decrypt(sealed, aboutStock(stock));
    } catch (error) {
      throw new TemporarilyUnavailableError(error);
    }
  }
}

/** A stock may be named by a number, which the command line then takes for one. */
function stockOf({ stock, ...others }: FulfillmentSettings): string {
  const named = typeof stock === 'string' || typeof stock === 'number';
  if (named && Object.keys(others).length === 0) return String(stock);
  throw new OperatorError('The handler "codes" takes one setting, stock, the name of a stock.');
}
