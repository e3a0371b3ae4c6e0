import type { VNode } from 'preact';
import type { ShopOrderDto } from '../../operations/orders/order.answers.js';
import { BY_HAND } from '../../operations/orders/orders-at-work.js';
import { isolated } from '../../pages/language.js';
import type { Column } from '../../pages/table.js';
import { Code, Money, Text } from '../../pages/values.js';
import { OrderLink, SentFields, StatusBadge } from '../orders/order-parts.js';
import { ORDER_WORDS } from '../orders/order-words.js';
import { AccountName } from '../shell/account-name.js';
import type { AccountNames } from '../shell/account-picker.service.js';
import type { Visit } from '../visit/visit.js';
import { WAITING_WORDS } from './waiting-words.js';

/** The columns of a list of orders that are to be decided: what to deliver to whom, and who is at work on it. */
export function waitingColumns(visit: Visit, names: AccountNames): Column<ShopOrderDto>[] {
  const words = ORDER_WORDS[visit.language];
  const own = WAITING_WORDS[visit.language];
  const nowMs = Date.now();
  return [
    { title: words.order, cell: ({ order_id: id }) => <OrderLink id={id} /> },
    {
      title: own.age,
      cell: ({ created_at: time }) => (
        <time dateTime={time} title={visit.formats.time(time)}>
          <bdi>{visit.formats.age(time, nowMs)}</bdi>
        </time>
      ),
    },
    {
      title: words.account,
      cell: ({ account_id: id }) => <AccountName id={id} names={names} />,
    },
    {
      title: words.product,
      cell: ({ product_name: name, product_id: id }) => (
        <>
          <Text>{name}</Text> (<Code>{id}</Code>)
        </>
      ),
    },
    { title: words.fields, cell: ({ fields }) => <SentFields fields={fields} /> },
    { title: words.quantity, cell: ({ quantity }) => <bdi>{quantity}</bdi>, isNumber: true },
    { title: words.total, cell: ({ total }) => <Money value={total} />, isNumber: true },
    { title: own.at, cell: (order) => <Holder visit={visit} order={order} /> },
  ];
}

/** Who is at work on an order; its state once it is decided. */
function Holder({ visit, order }: { readonly visit: Visit; readonly order: ShopOrderDto }): VNode {
  const words = WAITING_WORDS[visit.language];
  const { handler, supplier, status } = order;
  if (handler === null) return <StatusBadge status={status} />;
  if (handler === BY_HAND) return <>{words.byHand}</>;
  if (supplier !== null) return <>{words.atSupplier(isolated(supplier))}</>;
  const known = Object.entries(words.handlers).find(([code]) => code === handler);
  return known ? <>{known[1]}</> : <Code>{handler}</Code>;
}
