import type {
  OrderFindingsDto,
  FoundOrderDto,
} from '../../operations/orders/order-search.lists.js';
import { Notice } from '../../pages/notice.js';
import type { FormState } from '../../pages/form.js';
import { CursorPager, Table, moneyColumn, type Column } from '../../pages/table.js';
import { Time } from '../../pages/values.js';
import { accountList } from '../accounts/account-list.js';
import { RefusalTable } from '../refusals/refusal-table.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { accountColumn, OrderLink, OrderState, productColumn } from '../order-rows/order-parts.js';
import { RefusalsLink, Search } from './orders-page.js';
import { useWords, wordsOf } from '../../pages/words.js';

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
    moneyColumn(words.total, ({ total }) => total, undefined, { place: 'main' }),
  ];
}
