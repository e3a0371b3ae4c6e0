import { FlagField, ListField, TextField } from '../../operations/fields/fields.js';
import { text, whole } from '../../operations/answers/answer-fields.js';
import { many, shapeOf, type ShownBy } from '../../operations/answers/shape.js';
import { ORDER_ID } from '../../operations/orders/order.answers.js';
import { DESPITE_PURCHASE, NOTE, RejectDto } from '../../operations/orders/order.operations.js';
import { isOrderId } from '../../orders/rules/order-uuid.js';

/** Most orders that one request decides. */
export const MAX_DECIDED = 100;

const ORDER_IDS = {
  accepts: isOrderId,
  what: 'order ids such as ID_9fffb0d849a45215',
  min: 1,
  max: MAX_DECIDED,
  example: ['ID_9fffb0d849a45215'],
} as const;

export class AcceptSeveralDto {
  @ListField(ORDER_IDS)
  order_ids: string[];

  @TextField(NOTE)
  note?: string;

  @FlagField(DESPITE_PURCHASE)
  despite_purchase?: boolean;
}

export class RejectSeveralDto extends RejectDto {
  @ListField(ORDER_IDS)
  order_ids: string[];
}

interface OrderResult {
  readonly orderId: string;
  readonly status: number;
  /** Null where the order was closed. */
  readonly problem: { readonly type: string; readonly detail: string } | null;
}

/** What became of one order of several. */
const ORDER_RESULT = shapeOf<OrderResult>()('OrderResultDto', {
  order_id: text(ORDER_ID),
  status: whole({
    example: 200,
    description: 'As if it was the only one.',
  }),
  type: text.orNull(({ problem }) => problem?.type ?? null, {
    description: 'The `type` of the problem; null where the order was closed.',
  }),
  detail: text.orNull(({ problem }) => problem?.detail ?? null),
});
export type OrderResultDto = ShownBy<typeof ORDER_RESULT>;

export const ORDER_RESULTS = shapeOf<readonly OrderResult[]>()('OrderResultsDto', {
  items: many(ORDER_RESULT, (results: readonly OrderResult[]) => results),
});
export type OrderResultsDto = ShownBy<typeof ORDER_RESULTS>;
