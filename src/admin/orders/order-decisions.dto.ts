import { isRecord } from '../../common/json-values.js';
import { messageKey } from '../../common/sentence.js';
import { canonicalText } from '../../common/text.js';
import { checkedInput, InvalidFieldsError } from '../../operations/fields/checked-input.js';
import {
  FlagField,
  FormField,
  JsonField,
  ListField,
  TextField,
} from '../../operations/fields/fields.js';
import { text, whole } from '../../operations/answers/answer-fields.js';
import { many, shapeOf, type ShownBy } from '../../operations/answers/shape.js';
import { ORDER_ID } from '../../operations/orders/order.answers.js';
import { DESPITE_PURCHASE, NOTE, RejectDto } from '../../operations/orders/order.operations.js';
import { AcceptOfSeveralDto } from '../../operations/orders/code.operations.js';
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

const ITEMS =
  'Orders, each an `order_id` with `codes`, `stock` or `without_codes`, and the fields of `POST orders/:order/accept`.';

/** One order of several, with what is delivered for it. */
class AcceptItemDto extends AcceptOfSeveralDto {
  @FormField({ accepts: isOrderId, must: 'must be an order id such as ID_9fffb0d849a45215' })
  order_id: string;
}

export class AcceptSeveralDto {
  @ListField({ ...ORDER_IDS, optional: true, description: 'Or `items`.' })
  order_ids?: string[];

  @JsonField(
    { type: 'array', items: { type: 'object', additionalProperties: true } },
    { optional: true, description: ITEMS },
  )
  items?: unknown[];

  @TextField(NOTE)
  note?: string;

  @FlagField(DESPITE_PURCHASE)
  despite_purchase?: boolean;
}

/** What is asked of each order, by its id. @throws InvalidFieldsError */
export function acceptedOrders(asked: AcceptSeveralDto): ReadonlyMap<string, object> {
  const { order_ids: ids = [], items = [], ...common } = asked;
  const rows = new Map<string, object>(ids.map((id) => [id, common]));
  const given = new Set<string>();
  for (const item of Array.isArray(items) ? items : []) {
    const { order_id: id, ...own } = checkedInput(AcceptItemDto, isRecord(item) ? item : {});
    if (rows.has(id)) throw InvalidFieldsError.of('items', `must have the order ${id} once`);
    const codes = (own.codes ?? []).map(canonicalText);
    const repeated = own.deliver_anyway ? undefined : codes.find((code) => given.has(code));
    if (repeated !== undefined) {
      const message = `must have a code in one order, or \`deliver_anyway\`; ${id} has one of another`;
      throw InvalidFieldsError.of('items', message, messageKey('orders.repeated-code', { id }));
    }
    for (const code of codes) given.add(code);
    rows.set(id, { ...common, ...own });
  }
  if (rows.size > 0 && rows.size <= MAX_DECIDED) return rows;
  throw InvalidFieldsError.of('items', `must be a list of 1 to ${MAX_DECIDED} orders`);
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
