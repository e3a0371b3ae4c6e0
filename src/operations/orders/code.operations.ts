import { camelCased } from '../../common/camel-cased.js';
import {
  ConflictError,
  OperatorError,
  TemporarilyUnavailableError,
} from '../../common/app-error.js';
import { ExactDecimal, numericText, toDecimal } from '../../common/decimal.js';
import { sentence } from '../../common/sentence.js';
import { canonicalText } from '../../common/text.js';
import { ProductService } from '../../catalog/editing/product.service.js';
import { CodeStockService } from '../../fulfillment/codes/code-stock.service.js';
import { CodesHandler } from '../../fulfillment/codes/codes.handler.js';
import { awaitingCodes } from './orders-at-work.js';
import { mostCodes } from '../../fulfillment/handlers/code-bounds.js';
import { orderToFulfill } from '../../orders/delivery/order-to-fulfill.js';
import { LaterCodes } from '../../orders/later-codes.service.js';
import { OrderCloseService, type TakeCodes } from '../../orders/order-close.service.js';
import { text, whole } from '../answers/answer-fields.js';
import { shapeOf, type ShownBy } from '../answers/shape.js';
import { FlagField, ListField, TextField } from '../fields/fields.js';
import { operation, type Services } from '../operation.js';
import { ORDER_ID, type DecisionDto } from './order.answers.js';
import { AcceptDto, closed, CODES, ORDER, orderAccept } from './order.operations.js';

export class AddCodesDto {
  @ListField({ ...CODES, description: 'Added to those that the order has.' })
  codes: string[];
}

/** Without the codes, since it is stored as the answer of its request. */
const ADDED_CODES = shapeOf<{ orderId: string; codes: number }>()('OrderCodesDto', {
  order_id: text(ORDER_ID),
  codes: whole({ example: 2, description: 'How many the order has now.' }),
});

export const orderAddCodes = operation<unknown, AddCodesDto, ShownBy<typeof ADDED_CODES>, string>({
  name: 'order add-codes',
  summary: 'add codes to an accepted order, which its reseller then finds in check',
  permission: 'orders.decide',
  route: 'POST orders/:order/codes',
  kind: 'once',
  status: 200,
  target: ORDER,
  input: AddCodesDto,
  answer: ADDED_CODES.type,
  details: ({ codes }) => ({ codes: codes.length }),
  run: async ({ services, id, input, manager }) => {
    const added = await services(LaterCodes).add(manager, id, input.codes, async (order) => {
      const { codesPerPiece } = await services(ProductService).get(order.productId, manager);
      return mostCodes({ quantity: order.quantity, codesPerPiece });
    });
    const [before, after] = [{ codes: added.before }, { codes: added.codes }];
    return { answer: ADDED_CODES.of(added), before, after };
  },
});

/** What is asked of one order of several. */
export class AcceptOfSeveralDto extends AcceptDto {
  @TextField({ max: 200, min: 1, optional: true, isTyped: false, description: 'Gives the codes.' })
  stock?: string;

  @FlagField({ optional: true, isTyped: false, description: 'True if it gets no codes.' })
  without_codes?: boolean;
}

/** Accepts one of several orders: one whose product delivers codes is not accepted without, unless that is asked for. */
export const orderAcceptOfSeveral = operation<unknown, AcceptOfSeveralDto, DecisionDto, string>({
  ...orderAccept,
  input: AcceptOfSeveralDto,
  prepare: async ({ services, id, input: { codes, stock, ...input } }) => {
    const sources = [codes, stock, input.without_codes].filter((one) => (one ?? false) !== false);
    if (sources.length > 1) throw new OperatorError(...sentence('codes.one-way', { order: id }));
    if (input.without_codes === true && input.deliver_anyway === true)
      throw new OperatorError(...sentence('codes.held-or-none', { order: id }));
    if (new Set(codes?.map(canonicalText)).size < (codes?.length ?? 0)) {
      throw new ConflictError(...sentence('codes.used'));
    }
    if (!codes && (sources.length === 1 || input.deliver_anyway === true)) return;
    const pieces = (await awaitingCodes(services, [id])).get(id);
    if (codes && typeof pieces === 'string') assertForEachPiece(codes.length, pieces);
    if (codes || pieces === undefined) return;
    throw new ConflictError(...sentence('codes.needed', { order: id }));
  },
  run: async ({ services, id, input, by, manager }) => {
    const { stock } = input;
    const take = stock === undefined ? {} : { take: takeFrom(services, stock) };
    const usual = { codes: [], despitePurchase: false, deliverAnyway: false };
    const closing = { ...usual, ...camelCased(input), actor: by.actor, ...take };
    return closed(await services(OrderCloseService).accept(id, closing, manager));
  },
});

/** @throws ConflictError unless there are as many codes for each piece */
function assertForEachPiece(codes: number, quantity: string): void {
  if (new ExactDecimal(codes).modulo(toDecimal(quantity).ceil()).isZero()) return;
  const values = { codes: String(codes), quantity: numericText(quantity) };
  throw new ConflictError(...sentence('codes.other-count', values));
}

/** Takes codes out of a stock, as when a product is sold from it. */
function takeFrom(services: Services, stock: string): TakeCodes {
  return async (manager, order) => {
    const { orderId } = order;
    const refused = (isBusy: boolean) =>
      new ConflictError(...sentence('codes.not-taken', { order: orderId, stock, isBusy }));
    await services(CodeStockService).assertExists(stock);
    if (order.rehearsal)
      throw new ConflictError(...sentence('codes.test-order', { order: orderId }));
    const taken = await services(CodesHandler)
      .deliverInTransaction(manager, orderToFulfill(order), { stock })
      .catch((error: unknown) => {
        if (!(error instanceof TemporarilyUnavailableError)) throw error;
        throw refused(true);
      });
    if (taken.kind === 'delivered') return taken.codes;
    throw refused(false);
  };
}
