import type { ShopOrderDto } from '../../operations/orders/order.answers.js';
import { ORDER_SORTS, type WaitingProduct } from '../../orders/history/shop-orders.repository.js';
import { isolated } from '../../locales/language.js';
import { Form, Submit, type FormState } from '../../pages/form.js';
import { Notice } from '../../pages/notice.js';
import { Table, type Column } from '../../pages/table.js';
import type { FoundOrders } from '../orders/orders-page.js';
import { FilterForm } from '../shell/filter-form.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import { useVisit } from '../visit/use-visit.js';
import type { Visit } from '../visit/visit.js';
import { waitingColumns } from './waiting-columns.js';
import { useWords, wordsOf } from '../../pages/words.js';

/** What the queue shows. */
interface ShownQueue {
  readonly products: readonly WaitingProduct[];
  /** Undefined if what is looked for is wrong. */
  readonly found: FoundOrders | undefined;
}

/** The orders that wait, with boxes to select some. */
export function waitingPage(visit: Visit, state: FormState, { products, found }: ShownQueue): Page {
  const { language, query } = visit;
  const words = wordsOf(language, 'waiting');
  return {
    title: words.waiting,
    showsWaiting: true,
    status: state.fault?.status,
    content: (
      <>
        {query.get('done') === 'nothing' && <Notice kind="bad">{words.nothingSelected}</Notice>}
        <Filter state={state} products={products} />
        {found && <Queue state={state} found={found} />}
      </>
    ),
  };
}

interface FilterProps extends Pick<ShownQueue, 'products'> {
  readonly state: FormState;
}

function Filter({ state, products }: FilterProps) {
  const words = useWords('order');
  const own = useWords('waiting');
  const { formats } = useVisit();
  const sorts = [...ORDER_SORTS].reverse().map((sort) => [sort, own.sorts[sort]] as const);
  const waiting = products.map(({ id, name, orders }): readonly [string, string] => [
    String(id),
    `${isolated(name)} (${formats.count(orders)})`,
  ]);
  // An address may name another product.
  const asked = state.picked?.product_id;
  if (asked?.kind === 'one' && !products.some(({ id }) => id === asked.id)) {
    waiting.push([String(asked.id), isolated(asked.name)]);
  }
  return (
    <FilterForm
      to="waiting"
      state={state}
      filters={[
        { name: 'product_id', label: words.product, options: [['', own.allProducts], ...waiting] },
        { name: 'account_id', label: words.account, as: 'picker' },
        { name: 'sort', label: own.sort, options: sorts },
      ]}
    />
  );
}

function Queue({ state, found }: { readonly state: FormState; readonly found: FoundOrders }) {
  const visit = useVisit();
  const words = useWords('waiting');
  const canDecide = visit.caller.may('orders.decide') && found.items.length > 0;
  const { account_id: account, product_id: product } = state.values ?? {};
  const isFiltered = account !== undefined || product !== undefined;
  const box: Column<ShopOrderDto> = [words.select, ({ order_id: id }) => <Box id={id} />];
  const table = (
    <Table
      label={words.waiting}
      columns={[...(canDecide ? [box] : []), ...waitingColumns(visit, found.names)]}
      rows={found.items}
      whenEmpty={isFiltered ? words.noneFits : words.none}
    />
  );
  return (
    <>
      {canDecide ? (
        <Form to="waiting/confirm" class="decide" label={words.select}>
          <label class="check">
            <input type="checkbox" data-ticks="order_ids" autocomplete="off" />
            <span>{words.selectAll}</span>
          </label>
          {table}
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
        table
      )}
      <ListLinks path="waiting" values={state.values} next={found.next} />
    </>
  );
}

function Box({ id }: { readonly id: string }) {
  const label = useWords('waiting').selectOne({ id });
  return (
    <input type="checkbox" name="order_ids" value={id} aria-label={label} autocomplete="off" />
  );
}
