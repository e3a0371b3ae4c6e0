import type { ShopOrderDto } from '../../operations/orders/order.answers.js';
import { plainText, toDecimal } from '../../common/decimal.js';
import { Check, Form, Input, Submit, TextArea, type FormState } from '../../pages/form.js';
import { moneyText } from '../../pages/formats.js';
import { Table, type Column } from '../../pages/table.js';
import { ButtonLink, LinkLine } from '../../pages/text-links.js';
import { newFormKey } from '../http/form-key.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { codeColumns, COLUMN_FIELD, type Stocks } from './row-codes.js';
import { waitingColumns } from './waiting-columns.js';
import { useWords, wordsOf } from '../../pages/words.js';
import type { OrderResultDto, OrderResultsDto } from '../../admin/orders/order-decisions.dto.js';
import { Notice } from '../../pages/notice.js';
import { Badge } from '../../pages/values.js';
import { OrderLink } from '../order-rows/order-parts.js';

export type Decision = 'accept' | 'reject';

/** What is about to be decided together. */
export interface SelectedOrders {
  /** As they were sent: the same form, sent again, asks for the same. */
  readonly ids: readonly string[];
  readonly decision: Decision;
  /** Those of them that there are. */
  readonly orders: readonly ShopOrderDto[];
  readonly names: ThingNames;
  /** Those whose product delivers codes. */
  readonly coded: ReadonlySet<string>;
  readonly stocks: Stocks;
}

/** The orders that are about to be decided together, with their sum. */
export function confirmationPage(visit: Visit, selected: SelectedOrders, state: FormState): Page {
  const { language } = visit;
  const { ids, decision, orders, names, coded, stocks } = selected;
  const words = wordsOf(language, 'waiting');
  const isReject = decision === 'reject';
  // The form that is shown again is the one that was sent, even if nothing is being bought any more.
  const isAgreed = state.values?.despite_purchase !== undefined;
  const shown = waitingColumns(visit, names);
  const columns = isReject ? shown : [...shown, ...codeColumns(visit, coded, stocks)];
  const title = (isReject ? words.rejectAll : words.acceptAll)({ count: ids.length });
  return {
    title,
    status: state.fault?.status,
    content: (
      <Form
        to="waiting/decide"
        formKey={newFormKey()}
        hidden={{ decision }}
        class="decide"
        state={state}
        label={title}
      >
        {ids.map((id) => (
          <input key={id} type="hidden" name="order_ids" value={id} />
        ))}
        <p>
          <strong>{words.sum({ count: orders.length, total: sumOf(orders) })}</strong>{' '}
          {isReject ? words.rejectHint : words.acceptHint}
        </p>
        <Texts isReject={isReject} />
        {(isAgreed || orders.some(({ supplier }) => supplier !== null)) && (
          <>
            <Check name="despite_purchase" label={words.despitePurchase} />
            <p class="hint">{words.despiteHint}</p>
          </>
        )}
        <Table label={title} columns={columns} rows={orders} />
        <div class="actions">
          <Submit kind={isReject ? 'danger' : 'main'}>{title}</Submit>
          <ButtonLink to="waiting">{words.back}</ButtonLink>
        </div>
      </Form>
    ),
  };
}

function Texts({ isReject }: { readonly isReject: boolean }) {
  const words = useWords('order');
  const own = useWords('waiting');
  return (
    <>
      {isReject && <Input name="reason" label={words.reason} hint={words.readByReseller} />}
      {!isReject && (
        <TextArea name={COLUMN_FIELD} label={own.column} hint={own.columnHint} isOptional />
      )}
      <Input name="note" label={words.note} hint={words.noteHint} isOptional />
    </>
  );
}

/** USD. */
function sumOf(orders: readonly ShopOrderDto[]): string {
  const sum = orders.reduce((before, { total }) => before.plus(toDecimal(total)), toDecimal('0'));
  return moneyText(plainText(sum));
}

/** How many orders were decided, and what became of each; those that were not come first. */
export function resultsPage(visit: Visit, decision: Decision, { items }: OrderResultsDto): Page {
  const { language } = visit;
  const words = wordsOf(language, 'waiting');
  const undone = items.filter(({ status }) => status !== 200);
  const done = items.filter(({ status }) => status === 200);
  const said = decision === 'accept' ? words.accepted : words.rejected;
  return {
    title: words.results,
    content: (
      <>
        {done.length > 0 && <Notice kind="good">{said({ count: done.length })}</Notice>}
        {undone.length > 0 && <Notice kind="bad">{words.notDone({ count: undone.length })}</Notice>}
        <LinkLine to="waiting">{words.back}</LinkLine>
        <Table label={words.results} columns={resultColumns(visit)} rows={[...undone, ...done]} />
      </>
    ),
  };
}

function resultColumns({ language }: Visit): Column<OrderResultDto>[] {
  return [
    [wordsOf(language, 'order').order, ({ order_id: id }) => <OrderLink id={id} />],
    [
      wordsOf(language, 'waiting').result,
      ({ status, detail }) =>
        status === 200 ? <Badge kind="good">✓</Badge> : <bdi lang="en">{detail}</bdi>,
    ],
  ];
}
