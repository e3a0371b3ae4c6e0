import type { VNode } from 'preact';
import type {
  ListedOrderDto,
  OrderResultDto,
  OrderResultsDto,
} from '../../admin/orders/orders.dto.js';
import { Check, Form, Input, Submit, type FormState } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Table, type Column } from '../../pages/table.js';
import { Badge, Code } from '../../pages/values.js';
import { newFormKey } from '../http/form-key.js';
import { OrderLink, orderColumns } from '../orders/order-parts.js';
import { ORDER_WORDS } from '../orders/order-words.js';
import type { FoundOrders } from '../orders/orders-page.js';
import { CONSOLE_WORDS } from '../shell/console-words.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { WAITING_WORDS } from './waiting-words.js';

export type Decision = 'accept' | 'reject';

/** The orders that wait, with boxes to select some. */
export function waitingPage(visit: Visit, state: FormState, found: FoundOrders): Page {
  const { language, links, query } = visit;
  const words = WAITING_WORDS[language];
  const canDecide = visit.caller.may('orders.decide');
  return {
    title: CONSOLE_WORDS[language].waiting,
    showsWaiting: true,
    filters: 'waiting',
    status: state.fault?.status,
    content: (
      <>
        {query.get('done') === 'nothing' && <Notice kind="bad">{words.nothingSelected}</Notice>}
        <Filter visit={visit} state={state} />
        {canDecide && found.items.length > 0 ? (
          <Form action={links.to('waiting/confirm')} class="list" label={words.select}>
            <SelectAll label={words.selectAll} />
            <WaitingTable visit={visit} orders={found.items} hasBoxes />
            <div class="actions">
              <Submit name="decision" value="accept">
                {words.acceptSelected}
              </Submit>
              <Submit name="decision" value="reject" kind="danger">
                {words.rejectSelected}
              </Submit>
            </div>
          </Form>
        ) : (
          <WaitingTable visit={visit} orders={found.items} />
        )}
        <ListLinks visit={visit} path="waiting" values={state.values} next={found.next} />
      </>
    ),
  };
}

function Filter({ visit, state }: { readonly visit: Visit; readonly state: FormState }): VNode {
  const words = ORDER_WORDS[visit.language];
  return (
    <Form
      action={visit.links.to('waiting')}
      method="get"
      class="filter"
      label={words.find}
      state={state}
    >
      <Input name="account_id" label={words.account} isDecimal isOptional state={state} />
      <Input name="product_id" label={words.product} isDecimal isOptional state={state} />
      <Submit kind="plain">{words.find}</Submit>
    </Form>
  );
}

function SelectAll({ label }: { readonly label: string }): VNode {
  return (
    <label class="check">
      <input type="checkbox" data-ticks="order_ids" autocomplete="off" />
      <span>{label}</span>
    </label>
  );
}

interface WaitingTableProps {
  readonly visit: Visit;
  readonly orders: readonly ListedOrderDto[];
  readonly hasBoxes?: boolean;
}

function WaitingTable({ visit, orders, hasBoxes }: WaitingTableProps): VNode {
  const words = WAITING_WORDS[visit.language];
  const orderWords = ORDER_WORDS[visit.language];
  const box: Column<ListedOrderDto> = {
    title: words.select,
    cell: ({ order_id: id }) => (
      <input
        type="checkbox"
        name="order_ids"
        value={id}
        aria-label={words.selectOne(id)}
        autocomplete="off"
      />
    ),
  };
  const columns = orderColumns(orderWords).filter(({ title }) => title !== orderWords.status);
  return (
    <Table
      label={CONSOLE_WORDS[visit.language].waiting}
      columns={hasBoxes ? [box, ...columns] : columns}
      rows={orders}
      keyOf={({ order_id: id }) => id}
      whenEmpty={words.none}
    />
  );
}

interface Selected {
  readonly ids: readonly string[];
  readonly decision: Decision;
}

/** The orders that are about to be decided together. */
export function confirmationPage(
  { language, links, formats }: Visit,
  { ids, decision }: Selected,
  state: FormState,
): Page {
  const words = WAITING_WORDS[language];
  const orderWords = ORDER_WORDS[language];
  const isReject = decision === 'reject';
  const title = (isReject ? words.rejectAll : words.acceptAll)(formats.count(ids.length));
  return {
    title,
    status: state.fault?.status,
    content: (
      <Form
        action={links.to('waiting/decide')}
        formKey={newFormKey()}
        hidden={{ decision }}
        state={state}
        label={title}
      >
        <p>{isReject ? words.rejectHint : words.acceptHint}</p>
        <ul>
          {ids.map((id) => (
            <li key={id}>
              <input type="hidden" name="order_ids" value={id} />
              <Code>{id}</Code>
            </li>
          ))}
        </ul>
        {isReject && (
          <Input
            name="reason"
            label={orderWords.reason}
            hint={orderWords.reasonHint}
            state={state}
          />
        )}
        <Input
          name="note"
          label={orderWords.note}
          hint={orderWords.noteHint}
          isOptional
          state={state}
        />
        <Check name="despite_purchase" label={words.despitePurchase} />
        <p class="hint">{words.despiteHint}</p>
        <div class="actions">
          <Submit kind={isReject ? 'danger' : 'main'}>{title}</Submit>
          <a class="button" href={links.to('waiting')}>
            {words.back}
          </a>
        </div>
      </Form>
    ),
  };
}

/** What became of each of the orders. */
export function resultsPage({ language, links }: Visit, { items }: OrderResultsDto): Page {
  const words = WAITING_WORDS[language];
  const columns: Column<OrderResultDto>[] = [
    {
      title: ORDER_WORDS[language].order,
      cell: ({ order_id: id }) => <OrderLink id={id} />,
    },
    {
      title: words.result,
      cell: ({ status, detail }) =>
        status === 200 ? <Badge kind="good">✓</Badge> : <bdi lang="en">{detail}</bdi>,
    },
  ];
  return {
    title: words.results,
    content: (
      <>
        <Table
          label={words.results}
          columns={columns}
          rows={items}
          keyOf={({ order_id: id }) => id}
        />
        <p>
          <a href={links.to('waiting')}>{words.back}</a>
        </p>
      </>
    ),
  };
}
