import { LISTING_REASONS } from '../../catalog/view/product-explanation.js';
import {
  SHORT_STOCK,
  type RefusalCause,
  type StockNow,
} from '../../upkeep/refusals/refusal-cause.js';
import { RefusalCauses } from '../../upkeep/refusals/refusal-causes.service.js';
import { OrderRefusals } from '../../orders/refusals/order-refusals.service.js';
import type { NotedRefusal, RefusalFilter } from '../../orders/refusals/refusal-page.js';
import { normalOrderUuid } from '../../orders/rules/order-uuid.js';
import { text, time, whole, word } from '../answers/answer-fields.js';
import { many, oneOrNull, shapeOf, type ShownBy } from '../answers/shape.js';
import { IdParameter, IntegerParameter, TextField, TimeField } from '../fields/fields.js';
import { VISIBILITY_RULE } from '../catalog/rule.operations.js';
import { list, type AskedPage } from '../lists/list.js';
import { ListQuery, numberOf, pageByTime } from '../lists/page.js';

const ORDER_UUID = { example: '0b2f8c52-9c43-4c4c-8f5a-2f4f6f0f9f11' } as const;

export class RefusalQuery extends ListQuery {
  @TextField({
    ...ORDER_UUID,
    max: 200,
    min: 1,
    optional: true,
    description: 'Only requests with this order_uuid.',
  })
  order_uuid?: string;

  @IdParameter({ flag: 'account', description: 'Only requests of this account.' })
  account_id?: string;

  @IdParameter({ flag: 'product', description: 'Only requests for this product.' })
  product_id?: string;

  @IntegerParameter({ min: 100, max: 699, description: 'Only those refused with this code.' })
  code?: string;

  @TimeField({ optional: true, description: 'Only refusals of this time or later.' })
  from?: string;

  @TimeField({ optional: true, description: 'Only refusals before this time.' })
  to?: string;
}

/** A stock that the product of a refused order is delivered from. */
const STOCK_NOW = shapeOf<StockNow>()('StockNowDto', {
  name: text({ example: 'uc60' }),
  free: whole({ example: 0, description: 'Codes that can be sold now; 1000 for more.' }),
  held: whole({ example: 0, description: 'Codes held back after a restore; 1000 for more.' }),
});

const CAUSES = ['hidden', 'no-product', 'off', 'stock', 'none'] as const;

const hiding = (cause: RefusalCause): Partial<Extract<RefusalCause, { kind: 'hidden' }>> =>
  cause.kind === 'hidden' ? cause : {};

/** What holds now of that for which an order was refused. */
const REFUSAL_CAUSE = shapeOf<RefusalCause>()('RefusalCauseDto', {
  kind: word(CAUSES)({
    description:
      'The account does not see the product; there is no such product; it is switched off; the stocks it is delivered from; or nothing of that holds any more.',
  }),
  listed_by: word(LISTING_REASONS).orNull((cause) => hiding(cause).reason ?? null, {
    description: 'Why the account does not see the product.',
  }),
  visibility_rule: oneOrNull(VISIBILITY_RULE, (cause: RefusalCause) => hiding(cause).rule ?? null, {
    description: 'The rule that hides it; null where none does.',
  }),
  stocks: many(STOCK_NOW, (cause: RefusalCause) => (cause.kind === 'stock' ? cause.stocks : []), {
    description: 'In the order in which they are tried.',
  }),
});
export type RefusalCauseDto = ShownBy<typeof REFUSAL_CAUSE>;

/** A refusal, with what is behind it now, as far as that is known. */
export interface ExplainedRefusal extends NotedRefusal {
  readonly cause: RefusalCause | null;
}

const ANSWERED = 'As the reseller was answered.';

/** A request of newOrder that was refused. */
export const REFUSAL_SHAPE = shapeOf<ExplainedRefusal>()('RefusalDto', {
  id: text({ example: '019a9b3c-0000-7000-8000-000000000000', csv: 'plain' }),
  at: time(),
  account_id: whole({ example: 2 }),
  code: whole({ example: 100, description: ANSWERED }),
  reason: text({ example: 'Insufficient balance', description: ANSWERED }),
  product_id: whole.orNull({
    example: 1001,
    description: 'As requested; there may be no such product.',
  }),
  order_uuid: text.orNull({
    ...ORDER_UUID,
    description: 'As it was sent, if it is no UUID; null if it was missing, or malformed and long.',
  }),
  address: text.orNull({ example: '203.0.113.7', csv: 'plain' }),
  request_id: text(ORDER_UUID),
  cause_now: oneOrNull(REFUSAL_CAUSE, ({ cause }: ExplainedRefusal) => cause, {
    description:
      'What is behind the codes 105, 109 and 110 now; it may have been another thing then. Null for other codes, for 105 with more pieces than one order may have, without `catalog.read` (105: `stock.read` and `delivery.read`), and in a file.',
  }),
});
export type RefusalDto = ShownBy<typeof REFUSAL_SHAPE>;

type May = AskedPage<RefusalQuery>['may'];

/** Refusals as an operator may see them. */
export async function explained(
  causes: RefusalCauses,
  refusals: readonly NotedRefusal[],
  may: May,
): Promise<ExplainedRefusal[]> {
  const found = await causes.of(refusals.filter(({ code }) => mayKnow(may, code)));
  return refusals.map((one) => ({ ...one, cause: found.get(one.id) ?? null }));
}

/** True if the operator may read whatever is told of the cause of a refusal with this code. */
function mayKnow(may: May, code: number): boolean {
  return code === SHORT_STOCK ? may('stock.read') && may('delivery.read') : may('catalog.read');
}

const isRefusalId = (id: string): boolean =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);

export const refusalList = list({
  name: 'order refusals',
  operationId: 'refusals',
  summary: 'refused orders of the last 30 days, newest first',
  permission: 'orders.read',
  route: 'GET refusals',
  query: RefusalQuery,
  item: REFUSAL_SHAPE,
  hasShortPages: true,
  // A file tells what has happened, and not what holds now.
  columns: Object.keys(REFUSAL_SHAPE.fields).filter((name) => name !== 'cause_now'),
  page: ({ services, query, may }) =>
    pageByTime('refusals', isRefusalId, query, async (after, limit) => {
      const found = await services(OrderRefusals).page(filterOf(query), after, limit);
      const items =
        query.format === 'csv'
          ? found.items.map((one) => ({ ...one, cause: null }))
          : await explained(services(RefusalCauses), found.items, may);
      return { items, next: found.next };
    }),
});

function filterOf({ from, to, code, ...others }: RefusalQuery): RefusalFilter {
  const { order_uuid: key, account_id: account, product_id: product } = others;
  return {
    ...{ from, to, code: numberOf(code) },
    ...{ accountId: numberOf(account), productId: numberOf(product) },
    // A text that cannot be a key is searched for as it is, and so is not found.
    orderUuid: key && (normalOrderUuid(key, 'opaque') ?? key.trim()),
  };
}
