import type { OrderDto } from '../../operations/orders/order.answers.js';
import { orderAddCodes } from '../../operations/orders/code.operations.js';
import { orderAccept, orderReject } from '../../operations/orders/order.operations.js';
import type { TimelineEntryDto } from '../../operations/orders/order.lists.js';
import type { OpenPurchase } from '../../orders/open-purchases.js';
import { FormCard, DetailsCard, ThingHead } from '../../pages/card.js';
import { PageLink, TextLink } from '../../pages/text-links.js';
import { Check, FaultNotice, Input, TextArea, type FormState } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Details } from '../../pages/table.js';
import { CodeList } from '../../pages/secret.js';
import { Badge, Code, Money, Text, Time } from '../../pages/values.js';
import { nameText } from '../value-names/name-text.js';
import { AccountName } from '../shell/account-name.js';
import { DoneNotice } from '../shell/done-notice.js';
import { Placed } from '../shell/picture.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import type { ShownOrder } from './order-reading.service.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import {
  AskNow,
  ForgottenPurchase,
  DELIVER_ANYWAY_FIELD,
  HeldDelivery,
} from './delivery-troubles.js';
import { Actor, OrderState, paidBack } from '../order-rows/order-parts.js';
import { formFor } from '../operations/form-for.js';
import { canReverse, ReversalForm } from './reversal-form.js';
import { useWords, wordsOf, type Words } from '../../pages/words.js';

/** The box that agrees to another number of codes than the quantity of the order. */
export const OTHER_COUNT_FIELD = 'other_count';

/** The form that accepts an order, as it was sent. */
interface AcceptState extends FormState {
  /** True if it has another number of codes than the quantity, which has to be agreed to. */
  readonly hasOtherCount?: boolean;
}

/** Forms of the page of an order that were refused, by the parts of the path under which they are sent. */
export type OrderForms = Readonly<Record<string, AcceptState>>;

/** One order: what was ordered, what has happened, and what can be decided. */
export function orderPage(visit: Visit, shown: ShownOrder, forms: OrderForms = {}): Page {
  const { order, timeline, purchase, held } = shown;
  const isRepeatNew = forms.accept?.fault?.messageKey?.key === 'order.repeats-changed';
  const words = wordsOf(visit.language, 'order');
  const reversed = wordsOf(visit.language, 'reversal').done;
  const { asked, bought } = wordsOf(visit.language, 'forgotten');
  const { accepted, rejected, added } = words;
  const done = { accepted, rejected, reversed, added, asked, bought };
  const next = order.status !== 'wait' && <NextWaiting />;
  const said = Object.entries(done).map(([name, text]) => [name, [text, ' ', next]] as const);
  const canPayBack = canReverse(visit, order);
  const mayDecide = visit.caller.may('orders.decide');
  const canAdd = order.status === 'accept' && order.refunded === '0' && mayDecide;
  const canDecide = order.status === 'wait' && mayDecide;
  const decision = forms.accept ?? forms.reject;
  const { fault } = Object.values(forms).find(({ fault: one }) => one) ?? {};
  const isOther = (forms.reversals && canPayBack) ?? (forms.codes && canAdd);
  const isShownByForm = decision ? canDecide : isOther;
  return {
    title: `${words.order} ${order.order_id}`,
    about: { page: 'order', id: order.order_id },
    status: fault?.status,
    content: (
      <>
        <DoneNotice said={Object.fromEntries(said)} />
        {fault && !isShownByForm && <FaultNotice fault={fault} />}
        <Head order={order} names={shown.names} />
        <OrderFacts order={order} />
        {purchase?.forgottenAt && (
          <ForgottenPurchase orderId={order.order_id} purchase={purchase} />
        )}
        {held && (
          <HeldDelivery
            orderId={order.order_id}
            held={held}
            state={isRepeatNew ? forms.accept : undefined}
          />
        )}
        {canDecide && purchase && (
          <>
            <Notice kind="bad">{beingBoughtText(words, purchase)}</Notice>
            {!purchase.forgottenAt && <AskNow orderId={order.order_id} />}
          </>
        )}
        {canDecide && <Decision shown={shown} forms={isRepeatNew ? {} : forms} />}
        <section>
          <h2>{words.timeline}</h2>
          <Timeline entries={timeline} />
        </section>
        {canAdd && <AddedCodes order={order} state={forms.codes} />}
        {canPayBack && <ReversalForm order={order} state={forms.reversals} />}
      </>
    ),
  };
}

function beingBoughtText(
  words: Words<'order'>,
  { supplier, supplierOrder: theirOrder }: OpenPurchase,
): string {
  if (theirOrder === null) return words.beingBought({ supplier });
  return words.beingBoughtAs({ supplier, theirOrder });
}

/** A link to the next order that is to be decided by hand, for those who decide. */
function NextWaiting() {
  const visit = useVisit();
  if (!visit.caller.may('orders.decide')) return null;
  return <PageLink to="waiting/next">{useWords('order').nextWaiting}</PageLink>;
}

interface FactsProps {
  readonly order: OrderDto;
  readonly names: ThingNames;
}

/** What matters most: whether it is decided, what was ordered for how much, and by whom. */
function Head({ order, names }: FactsProps) {
  const words = useWords('order');
  const { refunded } = useWords('reversal');
  const { total, account_id: account } = order;
  const back = paidBack(order);
  return (
    <ThingHead
      state={<OrderState order={order} />}
      beside={order.test && <Badge kind="plain">{words.test}</Badge>}
      facts={[
        { title: words.product, value: <OrderedProduct order={order} names={names} /> },
        {
          title: words.total,
          value: <Money value={total} />,
          more: back !== null && (
            <>
              {refunded}: <Money value={back} />
            </>
          ),
        },
        {
          title: words.account,
          value: (
            <>
              <AccountName id={account} names={names.accounts} /> (<Code>{account}</Code>)
            </>
          ),
        },
      ]}
    />
  );
}

function OrderFacts({ order }: Pick<FactsProps, 'order'>) {
  const words = useWords('order');
  const fields = Object.entries(order.fields);
  const extra = Object.entries(order.extra ?? {});
  return (
    <DetailsCard
      entries={[
        [words.quantity, <bdi>{order.quantity}</bdi>],
        [words.unitPrice, <Money value={order.unit_price} />],
        ['order_uuid', <Code>{order.order_uuid}</Code>],
        [words.created, <Time value={order.created_at} />],
        order.decided_at && [words.decided, <Time value={order.decided_at} />],
        order.decided_by && [words.decidedBy, <Actor name={order.decided_by} />],
        order.reason && [words.reason, <Text>{order.reason}</Text>],
        order.note && [words.note, <Text>{order.note}</Text>],
        ...[...fields, ...extra].map(([name, value]) => {
          return [name, value === null ? words.hidden : <Text>{value}</Text>] as const;
        }),
        order.has_codes && [
          words.codes,
          order.codes ? <CodeList codes={order.codes} /> : words.hidden,
        ],
      ]}
    />
  );
}

/** By the name that it had when it was ordered; it leads to the page of the product. */
function OrderedProduct({ order, names }: FactsProps) {
  const visit = useVisit();
  const { product_id: id, product_name: name } = order;
  return (
    <Placed id={id} places={names.places}>
      {visit.caller.may('catalog.read') ? (
        <TextLink to={`catalog/products/${id}`}>{name}</TextLink>
      ) : (
        <Text>{name}</Text>
      )}{' '}
      (<Code>{id}</Code>)
    </Placed>
  );
}

function AddedCodes({ order, state }: { order: OrderDto; state: FormState | undefined }) {
  const words = useWords('order');
  return (
    <FormCard
      title={words.addCodes}
      to={`orders/${order.order_id}/codes`}
      state={state}
      {...formFor(orderAddCodes)}
      button={words.add}
    >
      <TextArea name="codes" label={words.codes} hint={words.addedHint} />
    </FormCard>
  );
}

function Decision({ shown, forms }: { readonly shown: ShownOrder; readonly forms: OrderForms }) {
  const visit = useVisit();
  const { order, purchase } = shown;
  const words = useWords('order');
  const despite = purchase && (
    <Check
      name="despite_purchase"
      label={words.despitePurchase({ supplier: purchase.supplier })}
      isRequired
    />
  );
  const to = (decision: string): string => `orders/${order.order_id}/${decision}`;
  const note = { name: 'note', label: words.note, hint: words.noteHint };
  return (
    <div class="columns">
      <FormCard
        title={words.acceptTitle}
        to={to('accept')}
        state={forms.accept}
        button={words.accept}
        {...formFor(orderAccept)}
      >
        <TextArea name="codes" label={words.codes} hint={words.codesHint} />
        <Input {...note} />
        {forms.accept?.hasOtherCount && (
          <Check name={OTHER_COUNT_FIELD} label={words.otherCountAgreed} isRequired />
        )}
        {forms.accept?.fault?.messageKey?.key.startsWith('order.repeated') && (
          <Check name={DELIVER_ANYWAY_FIELD} label={wordsOf(visit.language, 'held').agreed} />
        )}
        {despite}
      </FormCard>
      <FormCard
        title={words.rejectTitle}
        to={to('reject')}
        state={forms.reject}
        hint={words.rejectHint}
        button={words.reject}
        kind="danger"
        {...formFor(orderReject)}
      >
        <Input name="reason" label={words.reason} hint={words.readByReseller} />
        <Input {...note} />
        {despite}
      </FormCard>
    </div>
  );
}

function Timeline({ entries }: { readonly entries: readonly TimelineEntryDto[] }) {
  const { language } = useVisit();
  const words = useWords('timeline');
  const events: Readonly<Record<string, string>> = words.events;
  const names: Readonly<Record<string, string>> = words.facts;
  return (
    <ol class="timeline">
      {entries.map(({ at, event, facts }, index) => (
        <li key={index}>
          <strong>{events[event] ?? event}</strong>{' '}
          <small>
            <Time value={at} />
          </small>
          <Details
            entries={Object.entries(facts).map(([name, value]) => [
              names[name] ?? nameText(language, [name]),
              <Fact name={name} value={value} />,
            ])}
          />
        </li>
      ))}
    </ol>
  );
}

/** Facts that name who did something, and those that are times. */
const ACTORS: readonly string[] = ['actor', 'by'];
const TIMES: readonly string[] = ['due', 'first_try'];
/** Facts in USD. */
const AMOUNTS: readonly string[] = ['amount', 'total', 'balance_after', 'cost'];
function Fact({ name, value }: { readonly name: string; readonly value: string | number }) {
  const { statuses } = useWords('order');
  const formerKeys: Readonly<Record<string, string>> = useWords('timeline').formerKeys;
  const text = String(value);
  if (ACTORS.includes(name)) return <Actor name={text} />;
  if (TIMES.includes(name)) return <Time value={text} />;
  if (AMOUNTS.includes(name)) return <Money value={text} />;
  if (name === 'former_key') return <>{formerKeys[text] ?? text}</>;
  const status = name === 'status' && Object.entries(statuses).find(([one]) => one === text);
  return <Text>{status ? status[1] : text}</Text>;
}
