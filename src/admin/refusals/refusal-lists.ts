import { utcTime } from '../../books/utc-time.js';
import type { Position } from '../../common/paging.js';
import type { OrderRefusals } from '../../orders/refusals/order-refusals.service.js';
import type { NotedRefusal, RefusalFilter } from '../../orders/refusals/refusal-page.js';
import { normalOrderUuid } from '../../orders/rules/order-uuid.js';
import type { RefusalCause } from '../../operator/refusals/refusal-cause.js';
import { visibilityRuleShape } from '../catalog/catalog-shapes.js';
import type { ListFile } from '../http/list-files.js';
import { cursorOf, keyAfter, limitOf } from '../../operations/lists/page.js';
import { timeText } from '../../operations/answers/shown.js';
import type { RefusalCauseDto, RefusalDto, RefusalPageDto, RefusalQuery } from './refusals.dto.js';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const LIST = {
  name: 'refusals',
  parseKey: ([time = '', id = '']: readonly string[]): Position | undefined =>
    utcTime(time) === time && UUID.test(id) ? { time, id } : undefined,
};

export const REFUSALS_FILE: ListFile = {
  permission: 'orders.read',
  columns: {
    id: 'plain',
    at: 'plain',
    account_id: 'plain',
    code: 'plain',
    reason: 'text',
    product_id: 'plain',
    order_uuid: 'text',
    address: 'plain',
    request_id: 'text',
  },
};

/** A page of the journal of refused orders, newest first. @param shapes makes its items */
export async function refusalPage(
  refusals: OrderRefusals,
  query: RefusalQuery,
  shapes: (found: readonly NotedRefusal[]) => Promise<RefusalDto[]>,
): Promise<RefusalPageDto> {
  const after = keyAfter(LIST, query.cursor);
  const { items, next } = await refusals.page(filterOf(query), after, limitOf(query.limit));
  return { items: await shapes(items), next: next && cursorOf(LIST.name, [next.time, next.id]) };
}

function filterOf({ from, to, ...filter }: RefusalQuery): RefusalFilter {
  const { order_uuid: key, account_id: account, product_id: product, code } = filter;
  return {
    ...{ from, to },
    // A text that cannot be a key is searched for as it is, and so is not found.
    ...(key !== undefined && { orderUuid: normalOrderUuid(key, 'opaque') ?? key.trim() }),
    ...(account !== undefined && { accountId: Number(account) }),
    ...(product !== undefined && { productId: Number(product) }),
    ...(code !== undefined && { code: Number(code) }),
  };
}

/** A refusal as it is shown, with what is behind it now, as far as that is known. */
export function refusalShape(refusal: NotedRefusal, cause: RefusalCause | undefined): RefusalDto {
  return {
    id: refusal.id,
    at: timeText(refusal.at),
    account_id: refusal.accountId,
    code: refusal.code,
    reason: refusal.reason,
    product_id: refusal.productId,
    order_uuid: refusal.orderUuid,
    address: refusal.address,
    request_id: refusal.requestId,
    cause_now: cause ? causeShape(cause) : null,
  };
}

function causeShape(cause: RefusalCause): RefusalCauseDto {
  const { reason = null, rule = null } = cause.kind === 'hidden' ? cause : {};
  const stocks = cause.kind === 'stock' ? cause.stocks : [];
  return {
    kind: cause.kind,
    listed_by: reason,
    visibility_rule: rule && visibilityRuleShape(rule),
    stocks: stocks.map((stock) => ({ ...stock })),
  };
}
