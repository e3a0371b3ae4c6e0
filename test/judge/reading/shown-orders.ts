import { plain, usd } from '../decimals.js';
import type { OrderStatus, SeenOrder } from '../models/order-key.js';
import type { OrderFields } from '../models/wish.js';
import { normalKey } from './client-calls.js';
import { fieldsOf, listOf, numberOf, textOf, textsOf } from './json.js';

/** An order in an answer, with all that the answer tells of it. */
export interface ShownOrder {
  readonly order: SeenOrder;
  /** On pages of operators alone. */
  readonly accountId: number | undefined;
  readonly key: string | undefined;
  readonly product: string | undefined;
  readonly quantity: string | undefined;
  readonly unitPrice: string | undefined;
}

/** `data` of newOrder. */
export function placedOrder(data: unknown): ShownOrder | undefined {
  const { replay_api: replay } = fieldsOf(data);
  const codes = listOf(replay).flatMap((part) => textsOf(fieldsOf(part).replay));
  return shown(data, { codes });
}

/** An item of `check`. @param hasDetails whether it was asked for them, so that no `refunded` means nothing */
export function checkedOrder(item: unknown, hasDetails: boolean): ShownOrder | undefined {
  const { replay_api: codes } = fieldsOf(item);
  return shown(item, { codes: textsOf(codes), ...(hasDetails && { refunded: 0n }) });
}

/** An item of the list `orders`. */
export function listedOrder(item: unknown): ShownOrder | undefined {
  const { replay_api: codes, codes_unavailable: isWithout } = fieldsOf(item);
  return shown(item, { ...(isWithout !== true && { codes: textsOf(codes) }), refunded: 0n });
}

/** An order on a page of operators, or in a webhook: what any answer tells of one. */
export function shownOrder(item: unknown): ShownOrder | undefined {
  return shown(item, {});
}

function shown(item: unknown, told: Partial<SeenOrder>): ShownOrder | undefined {
  const fields = fieldsOf(item);
  const id = textOf(fields.order_id);
  const status = textOf(fields.status);
  if (id === undefined || !isStatus(status)) return undefined;
  const total = textOf(fields.price ?? fields.total);
  const refunded = textOf(fields.refunded);
  const key = textOf(fields.order_uuid);
  const product = textOf(fields.product_id);
  const quantity = plain(textOf(fields.quantity) ?? '');
  const unitPrice = textOf(fields.unit_price);
  const order: SeenOrder = {
    ...told,
    ...{ id, status, product, quantity, fields: accountFields(fields.data) },
    ...(total !== undefined && { total: usd(total) }),
    ...(refunded !== undefined && { refunded: usd(refunded) }),
  };
  return {
    order,
    accountId: numberOf(fields.account_id),
    key: key === undefined ? undefined : normalKey(key),
    product,
    quantity,
    unitPrice: unitPrice === undefined ? undefined : plain(unitPrice),
  };
}

/** Undefined where an answer has none. */
function accountFields(data: unknown): OrderFields | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const entries = Object.entries(fieldsOf(data));
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) {
    return undefined;
  }
  return entries.sort(([one], [other]) => (one < other ? -1 : 1));
}

function isStatus(text: string | undefined): text is OrderStatus {
  return text === 'wait' || text === 'accept' || text === 'reject';
}
