import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { EntityManager } from 'typeorm';
import { CODES_PER_PIECE } from '../../catalog/codes-per-piece.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import { LOGGER, loggableError } from '../../common/logger.js';
import type {
  FulfillmentOutcome,
  OrderToFulfill,
} from '../../orders/delivery/fulfillment-handler.js';
import { codesFault, exceedsCodesOfOneOrder, MAX_CODES_PER_ORDER } from './code-bounds.js';
import { mayShowCodes, showsCodes } from './code-evidence.js';
import { checkedOutcome } from './outcomes.js';

type AnsweredOrder = Pick<OrderToFulfill, 'orderId' | 'productId' | 'quantity' | 'rehearsal'>;
type DeliveredOrder = AnsweredOrder & Pick<OrderToFulfill, 'fields'>;

/** Checks what handlers answer, and how many codes they deliver for a product. */
@Injectable()
export class HandlerAnswers {
  /** Ids of products of which it is known whether they are delivered as codes. */
  private readonly known = new Set<number>();

  constructor(
    private readonly products: ProductService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * @param manager of the transaction in which the handler was asked, if there is one.
   * @returns the same outcome
   * @throws UnusableAnswerError, so that the outcome counts as unknown
   */
  async checked(
    { productId, quantity }: AnsweredOrder,
    outcome: FulfillmentOutcome,
    manager?: EntityManager,
  ): Promise<FulfillmentOutcome> {
    checkedOutcome(outcome, { quantity, codesPerPiece: MAX_CODES_PER_ORDER });
    if (outcome.kind !== 'delivered') return outcome;
    // Few orders need what the product says, so it is read for those alone.
    if (!codesFault(outcome.codes, { quantity, codesPerPiece: CODES_PER_PIECE.min }))
      return outcome;
    const { codesPerPiece } = await this.products.get(productId, manager);
    return checkedOutcome(outcome, { quantity, codesPerPiece });
  }

  /** Notes of a product that it is delivered as codes, if this order shows it. It never throws: the next order shows it again. */
  async noteCodes(
    order: DeliveredOrder,
    outcome: FulfillmentOutcome | null | undefined,
  ): Promise<void> {
    const { orderId, productId, quantity, fields, rehearsal } = order;
    if (outcome?.kind !== 'delivered' || rehearsal || this.known.has(productId)) return;
    try {
      const delivered = { texts: outcome.codes, quantity, fields };
      if (!mayShowCodes(delivered)) return;
      const product = await this.products.get(productId);
      if (product.deliversCodes === null) {
        if (!showsCodes(product, delivered)) return;
        await this.products.noteDeliversCodes(productId);
      }
      this.known.add(productId);
    } catch (error) {
      const words = 'it could not be noted that a product is delivered as codes';
      this.logger.warn({ orderId, productId, err: loggableError(error) }, words);
    }
  }

  /**
   * True if a handler outside of this database would deliver more codes than are taken for one order.
   * @param manager of the transaction of the order, if there is one.
   */
  async wouldExceed(
    { productId, quantity }: AnsweredOrder,
    manager?: EntityManager,
  ): Promise<boolean> {
    if (!exceedsCodesOfOneOrder(quantity)) return false;
    return (await this.products.get(productId, manager)).deliversCodes === true;
  }
}
