import { ORDER_STATUSES } from '../../orders/rules/order-status.js';
import type { PageOf } from '../../operations/lists/list.js';
import type { orderList } from '../../operations/orders/order.lists.js';
import { LinkLine } from '../../pages/text-links.js';
import { Choice, Input, type FormState } from '../../pages/form.js';
import { Picker } from '../../pages/picker.js';
import { Table } from '../../pages/table.js';
import { accountList } from '../accounts/account-list.js';
import { FilterForm } from '../shell/filter-form.js';
import type { Names } from '../shell/thing-naming.service.js';
import { ListLinks } from '../shell/list-links.js';
import { TimeRange } from '../shell/time-range.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { orderColumns } from '../order-rows/order-parts.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** A part of the orders that were asked for. */
export interface FoundOrders extends PageOf<typeof orderList> {
  readonly names: Names;
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
  const statuses = ORDER_STATUSES.map((status) => [status, words.statuses[status]] as const);
  return (
    <FilterForm to="orders" label={words.search} state={state}>
      <Input name="text" type="search" label={words.search} hint={words.searchHint} isOptional />
      <Choice name="status" label={words.state} options={[['', words.any], ...statuses]} />
      <Picker name="account_id" label={words.account} isOptional />
      <Input name="product_id" label={words.product} isDecimal isOptional />
      <TimeRange />
    </FilterForm>
  );
}
