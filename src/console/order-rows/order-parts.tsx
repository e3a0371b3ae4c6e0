import type { ComponentProps } from 'preact';
import type { ShopOrderDto } from '../../operations/orders/order.answers.js';
import { toDecimal } from '../../common/decimal.js';
import type { OrderStatus } from '../../orders/rules/order-status.js';
import type { Language } from '../../locales/language.js';
import { usePage } from '../../pages/page-context.js';
import { CodeLink, LinkLine, type PageLink } from '../../pages/text-links.js';
import { moneyColumn, Table, type Column } from '../../pages/table.js';
import { Badge, Kept, Text, Time } from '../../pages/values.js';
import { AccountName } from '../shell/account-name.js';
import { Placed } from '../shell/picture.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import { useWords, wordsOf } from '../../pages/words.js';

const KINDS = { wait: 'open', accept: 'good', reject: 'bad' } as const;

/** The state of an order. */
export function StatusBadge({ status }: { readonly status: OrderStatus }) {
  const words = useWords('order');
  return <Badge kind={KINDS[status]}>{words.statuses[status]}</Badge>;
}

interface OrderStateProps {
  readonly order: Pick<ShopOrderDto, 'status' | 'total' | 'refunded'>;
}

/** The state of an order, and whether it was paid back, whole or in part. */
export function OrderState({ order: { status, total, refunded } }: OrderStateProps) {
  const words = useWords('reversal');
  const isWhole = toDecimal(refunded).equals(toDecimal(total));
  return (
    <>
      <StatusBadge status={status} />
      {refunded !== '0' && (
        <>
          {' '}
          <Badge kind="open">{isWhole ? words.whole : words.partly}</Badge>
        </>
      )}
    </>
  );
}

/** What was paid back of an order: all of it if it was rejected; null for nothing. */
export function paidBack({ status, total, refunded }: OrderStateProps['order']): string | null {
  if (status === 'reject') return total;
  return refunded === '0' ? null : refunded;
}

/** An order id that leads to its page. */
export function OrderLink({ id }: { readonly id: string }) {
  return <CodeLink to={`orders/${id}`}>{id}</CodeLink>;
}

/** Who did something: an operator by the name alone, the others in words. */
export function Actor({ name }: { readonly name: string }) {
  const actors: Readonly<Record<string, string>> = useWords('timeline').actors;
  return <Kept>{actors[name] ?? name.replace(OPERATOR, '')}</Kept>;
}
const OPERATOR = /^operator:/;

/** The account fields of an order; those that may not be seen are said to be hidden. */
export function SentFields({ fields }: Pick<ShopOrderDto, 'fields'>) {
  const words = useWords('order');
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <div key={name}>
          <small>
            <bdi>{name}</bdi>:
          </small>{' '}
          {value === null ? words.hidden : <Kept>{value}</Kept>}
        </div>
      ))}
    </>
  );
}

/** What was ordered, by the name that it had then. */
export function productColumn(
  language: Language,
  { places }: ThingNames,
): Column<Pick<ShopOrderDto, 'product_id' | 'product_name'>> {
  return [
    wordsOf(language, 'order').product,
    ({ product_id: id, product_name: name }) => (
      <Placed id={id} places={places}>
        <Text>{name}</Text>
      </Placed>
    ),
    { place: 'title' },
  ];
}

/** Whose an order is. */
export function accountColumn(
  language: Language,
  { accounts }: ThingNames,
): Column<Pick<ShopOrderDto, 'account_id'>> {
  return [
    wordsOf(language, 'order').account,
    ({ account_id: id }) => <AccountName id={id} names={accounts} />,
    { place: 'who' },
  ];
}

/** The columns of a list of orders, of any accounts or of one. */
export function orderColumns(
  language: Language,
  names: ThingNames,
  isOfOne = false,
): Column<ShopOrderDto>[] {
  const words = wordsOf(language, 'order');
  return [
    [words.order, ({ order_id: id }) => <OrderLink id={id} />, { place: 'more' }],
    [words.state, (order) => <OrderState order={order} />, { place: 'state' }],
    [
      words.created,
      ({ created_at: time }) => <Time value={time} />,
      { place: 'time', sorts: ['oldest', 'newest'] },
    ],
    ...(isOfOne ? [] : [accountColumn(language, names)]),
    productColumn(language, names),
    [words.quantity, ({ quantity }) => <bdi>{quantity}</bdi>, 'number'],
    moneyColumn(words.total, 'total', { place: 'main' }),
    moneyColumn(wordsOf(language, 'reversal').refunded, paidBack),
  ];
}

/** Orders with the names of what they tell of. */
export interface NamedOrders {
  readonly orders: readonly ShopOrderDto[];
  readonly names: ThingNames;
}

interface LatestOrdersProps extends NamedOrders {
  readonly whenEmpty: string;
  /** What the link to all of them says, which is left out where there are none. */
  readonly all: string;
  /** Names the account that they are of; left out for those of the shop. */
  readonly filter?: ComponentProps<typeof PageLink>['parameters'];
}

/** The last orders, of the shop or of an account. */
export function LatestOrders({ orders, names, whenEmpty, all, filter }: LatestOrdersProps) {
  const columns = orderColumns(usePage().language, names, filter !== undefined);
  const { latestOrders } = useWords('page');
  return (
    <section data-latest>
      <h2>{latestOrders}</h2>
      <Table label={latestOrders} {...{ columns, whenEmpty }} rows={orders} opensRows />
      {orders.length > 0 && (
        <LinkLine to="orders" parameters={filter}>
          {all}
        </LinkLine>
      )}
    </section>
  );
}
