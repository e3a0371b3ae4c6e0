import type { ShopOrderDto } from '../../operations/orders/order.answers.js';
import { BY_HAND } from '../../operations/orders/orders-at-work.js';
import { moneyColumn, type Column } from '../../pages/table.js';
import { Code, Text, Time } from '../../pages/values.js';
import { OrderLink, SentFields, StatusBadge } from '../order-rows/order-parts.js';
import { AccountName } from '../shell/account-name.js';
import { Placed } from '../shell/picture.js';
import type { ThingNames } from '../shell/thing-naming.service.js';
import type { Visit } from '../visit/visit.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** The columns of a list of orders that are to be decided: what to deliver to whom, and who is at work on it. */
export function waitingColumns(visit: Visit, names: ThingNames): Column<ShopOrderDto>[] {
  const words = wordsOf(visit.language, 'order');
  const own = wordsOf(visit.language, 'waiting');
  return [
    [words.order, ({ order_id: id }) => <OrderLink id={id} />],
    [own.age, ({ created_at: time }) => <Time value={time} isAge />],
    [words.account, ({ account_id: id }) => <AccountName id={id} names={names.accounts} />],
    [
      words.product,
      ({ product_name: name, product_id: id, fields }) => (
        <>
          <Placed id={id} places={names.places}>
            <Text>{name}</Text> (<Code>{id}</Code>)
          </Placed>
          <SentFields fields={fields} />
        </>
      ),
    ],
    [words.quantity, ({ quantity }) => <bdi>{quantity}</bdi>, 'number'],
    moneyColumn(words.total, 'total'),
    [own.at, (order) => <Holder order={order} />],
  ];
}

/** Who is at work on an order; its state once it is decided. */
function Holder({ order }: { readonly order: ShopOrderDto }) {
  const words = useWords('waiting');
  const { handler, supplier, status } = order;
  if (handler === null) return <StatusBadge status={status} />;
  if (handler === BY_HAND) return <>{words.byHand}</>;
  if (supplier !== null) return <>{words.atSupplier({ supplier })}</>;
  const known = Object.entries(words.handlers).find(([code]) => code === handler);
  return known ? <>{known[1]}</> : <Code>{handler}</Code>;
}
