import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ProductService } from '../../catalog/editing/product.service.js';
import { SecretBox } from '../../common/secret-box.js';
import { canonicalText } from '../../common/text.js';
import { DeliveredCodes } from '../../orders/delivered-codes.js';
import type { OrderRef } from '../../orders/order.entity.js';
import {
  RepeatedDeliveries,
  repeatText,
  type DeliveredOrder,
  type Repeat,
} from '../../orders/repeated-deliveries.js';
import { CODE_HASH_PURPOSE } from '../codes/stock/code-hashes.js';
import { HeldCodesRepository } from '../codes/stock/held-codes.repository.js';
import { comparedTexts, deliversCodes, STOCK_HANDLER } from '../handlers/code-evidence.js';
import { DeliveredOnceRepository } from './delivered-once.repository.js';

/**
 * Keeps a code, and an order of a supplier, from being delivered to two orders, where a product is delivered as codes. Without a
 * secret key nothing is compared. Codes out of stock are unique there, and compared with those of others.
 */
@Injectable()
export class DeliveredOnce extends RepeatedDeliveries {
  constructor(
    private readonly delivered: DeliveredOnceRepository,
    private readonly products: ProductService,
    private readonly stock: HeldCodesRepository,
    private readonly codes: DeliveredCodes,
    private readonly box: SecretBox,
  ) {
    super();
  }

  /**
   * Writes what a handler has delivered, in the transaction that delivers it.
   * @returns the note for the operator if another order has it: then it is kept, and the order must wait for the operator
   */
  async heldBack(
    manager: EntityManager,
    order: DeliveredOrder,
    handler: string,
    texts: readonly string[],
  ): Promise<string | undefined> {
    if (handler === STOCK_HANDLER) return undefined;
    const repeat = await this.claim(manager, order, texts, { isHeld: true, anyway: false });
    if (!repeat) return undefined;
    const { encryptedCodes } = this.codes.columnsFor(order, texts.length === 0 ? null : texts);
    await this.delivered.hold(manager, order, repeat, encryptedCodes);
    return noteOf(repeat);
  }

  find(order: OrderRef): Promise<Repeat | undefined> {
    return this.delivered.held(order);
  }

  async heldCodes(
    manager: EntityManager,
    { accountId, orderId }: OrderRef,
  ): Promise<readonly string[] | undefined> {
    const held = await this.delivered.held({ accountId, orderId }, manager);
    if (!held) return undefined;
    const { encryptedCodes } = held;
    const opened = this.codes.tryDecrypt({
      accountId,
      orderId,
      encryptedCodes,
      deliveredCodes: null as string[] | null,
    });
    if ('error' in opened) throw opened.error;
    return opened.order.deliveredCodes ?? [];
  }

  async claim(
    manager: EntityManager,
    order: DeliveredOrder,
    texts: readonly string[],
    { isHeld, anyway }: { readonly isHeld: boolean; readonly anyway: boolean },
  ): Promise<Repeat | undefined> {
    if (order.rehearsal || !this.box.hasKey) return undefined;
    const product = await this.products.get(order.productId, manager);
    const delivered = { texts, quantity: order.quantity, fields: order.fields };
    const isCoded = deliversCodes(product, delivered);
    // What an operator types is a code if it stands in a stock, whatever is sold.
    if (!isCoded && (isHeld || texts.length === 0)) return undefined;
    const compared = isCoded ? comparedTexts(delivered) : [];
    const hashes = new Map(
      [...new Set(texts.map(canonicalText))].map((text) => [
        text,
        this.box.hashes(text, CODE_HASH_PURPOSE),
      ]),
    );
    const keyIds = this.box.keyIds.map((id) => Buffer.from(id, 'hex'));
    const keys = compared.flatMap(() => keyIds);
    const codes = compared.flatMap((text) => hashes.get(text) ?? []);
    const hashed = { codes, texts: [...hashes.values()].flat(), isBought: isHeld };
    if (await this.delivered.claim(manager, order, hashed, keys)) return undefined;
    // Else the stock would sell it to a third order. Before the look, which then sees a sale that this has waited for.
    if (anyway) await this.stock.markSold(manager, hashed.texts);
    const repeat = await this.delivered.find(manager, order, hashed);
    if (!repeat) return undefined;
    if (!anyway) {
      await this.delivered.release(manager, order, hashed);
      return repeat;
    }
    if (!isHeld) return undefined;
    const noted = new Set((await this.delivered.held(order, manager))?.otherOrders);
    return repeat.otherOrders.every((id) => noted.has(id)) ? undefined : repeat;
  }

  async renew(order: OrderRef, repeat: Repeat): Promise<void> {
    await this.delivered.renew(order, repeat, noteOf(repeat));
  }
}

/** For the operator. */
function noteOf(repeat: Repeat): string {
  return `${repeatText(repeat)}; deliver it anyway, or reject it`;
}
