import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { FulfillmentSettings } from '../../catalog/fulfillment-step.js';
import { OperatorError, TemporarilyUnavailableError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { ownBytes } from '../../common/own-bytes.js';
import { SecretBox } from '../../common/secret-box.js';
import { Database } from '../../database/database.js';
import type {
  Delivered,
  FulfillmentHandler,
  OrderToFulfill,
  Refused,
} from '../../orders/delivery/fulfillment-handler.js';
import { STOCK_HANDLER } from '../handlers/code-evidence.js';
import { HandedOutCodes } from './clearance/handed-out-codes.js';
import { numberOfCodes, settingsOf } from './codes-settings.js';
import { aboutStock } from './stock/code-hashes.js';
import { CodeStockRepository } from './stock/code-stock.repository.js';
import { HeldCodesRepository } from './stock/held-codes.repository.js';

const NOT_LOOKED =
  'this server has not looked in the present lineage of the database for the codes that it had handed out';

/**
 * Delivers codes from stock in the transaction that charges the order, so that codes and money change together. The
 * caller gets the codes in the answer to newOrder.
 */
@Injectable()
export class CodesHandler implements FulfillmentHandler {
  readonly code = STOCK_HANDLER;

  constructor(
    private readonly stock: CodeStockRepository,
    private readonly held: HeldCodesRepository,
    private readonly box: SecretBox,
    private readonly handedOut: HandedOutCodes,
    private readonly database: Database,
  ) {}

  async checkSettings(settings: FulfillmentSettings): Promise<void> {
    const { stock } = settingsOf(settings);
    if (await this.stock.stockExists(stock)) return;
    throw new OperatorError(...sentence('stock.unknown', { name: stock }));
  }

  /** Delivers the ordered number of codes or none; an order is never delivered in part. */
  async deliverInTransaction(
    manager: EntityManager,
    order: OrderToFulfill,
    settings: FulfillmentSettings,
  ): Promise<Delivered | Refused> {
    const { stock } = settingsOf(settings);
    const count = numberOfCodes(order);
    if (count === undefined) {
      return { kind: 'refused', reason: `no ${order.quantity} codes can be delivered` };
    }
    // As of before the statement: what it reads may be older than what this server answers meanwhile.
    const { answeredIn } = this.handedOut;
    const { codes: taken, isCleared } = await this.stock.take(manager, stock, count, order);
    const [first] = taken;
    if (!first || taken.length < count) {
      await this.assertNoneAwaited(manager, stock, isCleared);
      return { kind: 'refused', reason: `the stock ${stock} is short` };
    }
    const { lineage } = first;
    if (lineage !== answeredIn) throw new TemporarilyUnavailableError(NOT_LOOKED);
    const encrypted = taken.map((code) => code.encrypted);
    const codes = encrypted.map((code) => this.decrypted(code, stock));
    const { accountId, orderId } = order;
    const kept = encrypted.map(ownBytes);
    const handedOut = { accountId, orderId, stock, encrypted: kept, lineage };
    this.database.afterCommit(manager, this.handedOut.atCommit(handedOut));
    return { kind: 'delivered', codes };
  }

  async wouldDeliver(
    manager: EntityManager,
    order: OrderToFulfill,
    settings: FulfillmentSettings,
  ): Promise<boolean> {
    const { stock } = settingsOf(settings);
    const count = numberOfCodes(order);
    if (count === undefined) return false;
    const free = await this.stock.countFree(manager, stock, count, this.box.marks);
    if (free.count < count) {
      await this.assertNoneAwaited(manager, stock, free.isCleared);
      return false;
    }
    if (free.isReadable) return true;
    throw new TemporarilyUnavailableError(`codes of the stock ${stock} need a missing secret key`);
  }

  /** @throws TemporarilyUnavailableError (111) while codes may soon be sold again: they may yet be enough for the order */
  private async assertNoneAwaited(
    manager: EntityManager,
    stock: string,
    isCleared: boolean,
  ): Promise<void> {
    if (!isCleared) throw new TemporarilyUnavailableError(`the stock ${stock} is not cleared`);
    const awaited = await this.held.countAwaited(manager, stock);
    if (awaited > 0)
      throw new TemporarilyUnavailableError(`${awaited} codes of the stock ${stock} are held back`);
  }

  /** @throws TemporarilyUnavailableError (111) if the key is missing */
  private decrypted(encrypted: Buffer, stock: string): string {
    try {
      return this.box.decrypt(encrypted, aboutStock(stock));
    } catch (error) {
      throw new TemporarilyUnavailableError(error);
    }
  }
}
