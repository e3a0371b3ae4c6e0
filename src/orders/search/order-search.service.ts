import { Injectable } from '@nestjs/common';
import type { Page, Position } from '../../common/paging.js';
import { OrderRefusals } from '../refusals/order-refusals.service.js';
import type { NotedRefusal } from '../refusals/refusal-page.js';
import { isOrderId, normalOrderUuid } from '../rules/order-uuid.js';
import { FoundOrders, type FoundFilter, type FoundOrderRow } from './found-orders.repository.js';
import { OrderKeys } from '../keys/order-keys.js';
import { SearchIndexRepository } from './search-index.repository.js';
import { SearchValues, type SearchKind } from './search-values.js';

/** Most orders of one page. */
export const MAX_FOUND = 100;
/** The newest refusals under the text as order_uuid. */
const MAX_REFUSALS = 50;

/** An order that was found, and by which of its properties. */
export type FoundOrder = FoundOrderRow & {
  readonly by: 'order_id' | 'order_uuid' | SearchKind;
};

/**
 * Whether field values and codes were searched: all that there are; all but those of orders that are not in the index
 * yet; none, since there is no secret key; or none, since the caller may not see values.
 */
export type ValuesSearched = 'all' | 'some' | 'no key' | 'not allowed';

/** What was found. */
export interface OrderFindings {
  /** Newest first; those by id or order_uuid stand before all others, on the first page. */
  readonly orders: Page<FoundOrder>;
  /** Refused requests under the text as order_uuid, newest first; on the first page only. */
  readonly refusals: readonly NotedRefusal[];
  /** The accounts that have sealed the text as order_uuid; on the first page only. */
  readonly sealedFor: readonly number[];
  readonly valuesSearched: ValuesSearched;
}

export interface SearchOptions extends FoundFilter {
  /** True if the caller may see field values and codes (`orders.values`): to find an order by one tells that it has it. */
  readonly withValues: boolean;
  readonly after?: Position | undefined;
  /** At most MAX_FOUND. */
  readonly limit: number;
}

type Named = Pick<OrderFindings, 'refusals' | 'sealedFor'> & { readonly orders: FoundOrder[] };

const NONE_NAMED: Named = { orders: [], refusals: [], sealedFor: [] };

/**
 * Finds orders by whatever somebody knows of them: order id, order_uuid, the value of an account field, or a delivered
 * code. Orders by account, product and time alone are listed by `ShopOrders`.
 */
@Injectable()
export class OrderSearch {
  constructor(
    private readonly found: FoundOrders,
    private readonly keys: OrderKeys,
    private readonly refusals: OrderRefusals,
    private readonly values: SearchValues,
    private readonly index: SearchIndexRepository,
  ) {}

  async find(text: string, options: SearchOptions): Promise<OrderFindings> {
    const limit = Math.min(options.limit, MAX_FOUND);
    const named = options.after ? NONE_NAMED : await this.named(text.trim(), options);
    const others = await this.byValues(text, { ...options, limit });
    const names = new Set(named.orders.map(({ orderId }) => orderId));
    const items = others.items.filter(({ orderId }) => !names.has(orderId));
    const { refusals, sealedFor } = named;
    return {
      orders: { items: [...named.orders, ...items], next: others.next },
      ...{ refusals, sealedFor, valuesSearched: await this.coverage(options) },
    };
  }

  /** By the id of an order, or else by an order_uuid, under which there may be orders of several accounts. */
  private async named(text: string, filter: SearchOptions): Promise<Named> {
    if (isOrderId(text)) {
      const rows = await this.found.byIds([text], filter);
      return { ...NONE_NAMED, orders: rows.map((row) => ({ ...row, by: 'order_id' })) };
    }
    const orderUuid = normalOrderUuid(text, 'opaque');
    if (orderUuid === undefined) return NONE_NAMED;
    const { accountId, from, to } = filter;
    const keys = await this.keys.find(orderUuid, accountId);
    const ids = keys.flatMap(({ orderId }) => orderId ?? []);
    const rows = ids.length > 0 ? await this.found.byIds(ids, filter) : [];
    const refusals = await this.refusals.newest({ orderUuid, accountId, from, to }, MAX_REFUSALS);
    const sealed = keys.filter((key) => key.orderId === null);
    return {
      orders: rows.map((row) => ({ ...row, by: 'order_uuid' })),
      refusals,
      sealedFor: sealed.map((key) => key.accountId),
    };
  }

  private async byValues(
    text: string,
    { withValues, after, limit, ...filter }: SearchOptions,
  ): Promise<Page<FoundOrder>> {
    const sought = withValues ? this.values.sought(text) : [];
    if (sought.length === 0) return { items: [], next: null };
    const values = sought.map(({ value }) => value);
    const rows = await this.found.byValues(values, filter, after, limit + 1);
    const items = rows.slice(0, limit).map(({ value, ...row }): FoundOrder => {
      const isCode = sought.some((one) => one.kind === 'code' && one.value.equals(value));
      return { ...row, by: isCode ? 'code' : 'field' };
    });
    const last = items.at(-1);
    const next = last && rows.length > limit ? { time: last.createdAt, id: last.orderId } : null;
    return { items, next };
  }

  private async coverage({ withValues, accountId }: SearchOptions): Promise<ValuesSearched> {
    if (!withValues) return 'not allowed';
    if (this.values.keyIds.length === 0) return 'no key';
    return (await this.index.isComplete(accountId)) ? 'all' : 'some';
  }
}
