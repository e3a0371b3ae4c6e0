import { ORDER_SORTS } from '../../orders/history/shop-orders.repository.js';
import { ORDER_STATUSES } from '../../orders/rules/order-status.js';
import type { PageOf } from '../../operations/lists/list.js';
import type { orderList } from '../../operations/orders/order.lists.js';
import { LinkLine } from '../../pages/text-links.js';
import type { FormState } from '../../pages/form.js';
import { Table, CursorPager, moneyColumn, type Column } from '../../pages/table.js';
import { accountList } from '../accounts/account-list.js';
import { FilterForm, useTimeRange } from '../shell/filter-form.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import {
  orderColumns,
  accountColumn,
  OrderLink,
  OrderState,
  productColumn,
} from '../order-rows/order-parts.js';
import { useWords, wordsOf } from '../../pages/words.js';
import type {
  OrderFindingsDto,
  FoundOrderDto,
} from '../../operations/orders/order-search.lists.js';
import { Notice } from '../../pages/notice.js';
import { Time } from '../../pages/values.js';
import { RefusalTable } from '../refusals/refusals-page.js';

/** A part of the orders that were asked for. */
export interface FoundOrders extends PageOf<typeof orderList> {
  readonly names: ThingNames;
}

/** The search for orders, and what it has found; undefined if what is looked for is wrong. */
export function ordersPage(visit: Visit, state: FormState, found: FoundOrders | undefined): Page {
  const { language } = visit;
  const words = wordsOf(language, 'order');
  return accountList(visit, {
    list: 'orders',
    title: words.orders,
    state,
    content: (
      <>
        <Search state={state} />
        <RefusalsLink state={state} />
        {found && (
          <>
            <Table
              label={words.orders}
              columns={orderColumns(language, found.names)}
              rows={found.items}
              whenEmpty={words.noOrders}
              opensRows
              sorting={{ at: 'orders', usual: 'newest' }}
            />
            <ListLinks path="orders" values={state.values} next={found.next} />
          </>
        )}
      </>
    ),
  });
}

/** A link to the requests that became no order; the links of an account have it already. */
export function RefusalsLink({ state }: { readonly state: FormState }) {
  if (state.picked?.account_id?.kind === 'one') return null;
  return <LinkLine to="refusals">{useWords('refusal').all}</LinkLine>;
}

/** The form of the search. */
export function Search({ state }: { readonly state: FormState }) {
  const words = useWords('order');
  const waiting = useWords('waiting');
  const sorts = ORDER_SORTS.map((sort) => [sort, waiting.sorts[sort]] as const);
  const statuses = ORDER_STATUSES.map((status) => [status, words.statuses[status]] as const);
  return (
    <FilterForm
      to="orders"
      label={words.search}
      state={state}
      filters={[
        { name: 'text', label: words.search, hint: words.searchHint, as: 'search' },
        { name: 'status', label: words.state, options: [['', words.any], ...statuses] },
        { name: 'account_id', label: words.account, as: 'picker' },
        { name: 'product_id', label: words.product, as: 'picker' },
        ...useTimeRange(),
        { name: 'sort', label: waiting.sort, as: 'given', options: sorts },
      ]}
    />
  );
}

interface Findings extends OrderFindingsDto {
  readonly names: ThingNames;
}

/** What was found by a text: orders, and refused requests, which tell why there is no order. */
export function findingsPage(visit: Visit, state: FormState, findings: Findings): Page {
  const { items, next, refusals, sealed_for: sealedFor, names } = findings;
  const words = wordsOf(visit.language, 'order');
  const coverage = words.coverage[findings.values_searched];
  const isNothing = items.length + refusals.length + sealedFor.length === 0;
  return accountList(visit, {
    list: 'orders',
    title: words.orders,
    state,
    content: (
      <>
        <Search state={state} />
        {coverage !== '' && <Notice kind="plain">{coverage}</Notice>}
        {sealedFor.length > 0 && (
          <Notice kind="plain">{words.sealedFor({ accounts: sealedFor.join(', ') })}</Notice>
        )}
        <Table
          label={words.orders}
          columns={foundColumns(visit, names)}
          rows={items}
          whenEmpty={words.noOrders}
          opensRows
        />
        {isNothing && <WhyNothing state={state} />}
        <CursorPager page="orders" cursor={next} parameters={state.values} />
        {refusals.length > 0 && (
          <section>
            <h2>{wordsOf(visit.language, 'refusal').title}</h2>
            <RefusalTable refusals={refusals} names={names} />
          </section>
        )}
      </>
    ),
  });
}

/** What is not found although it was sent. */
function WhyNothing({ state }: { readonly state: FormState }) {
  const words = useWords('order');
  return (
    <section>
      <p>{words.onlyWhole}</p>
      <p>{words.notKept}</p>
      <RefusalsLink state={state} />
    </section>
  );
}

function foundColumns({ language }: Visit, names: ThingNames): Column<FoundOrderDto>[] {
  const words = wordsOf(language, 'order');
  return [
    [words.order, ({ order_id: id }) => <OrderLink id={id} />, { place: 'more' }],
    [words.foundBy, ({ by }) => words.by[by]],
    [words.state, (order) => <OrderState order={order} />, { place: 'state' }],
    [words.created, ({ created_at: time }) => <Time value={time} />, { place: 'time' }],
    accountColumn(language, names),
    productColumn(language, names),
    moneyColumn(words.total, 'total', { place: 'main' }),
  ];
}
