import type { PageOf } from '../../operations/lists/list.js';
import type { stockList } from '../../operations/stock/stock.lists.js';
import { FormDisclosure } from '../../pages/card.js';
import { TextLink } from '../../pages/text-links.js';
import { Input, type FormState } from '../../pages/form.js';
import { countColumn, Table, type Column } from '../../pages/table.js';
import type { StockDto } from '../../operations/stock/stock.operations.js';
import { WhereDeliveryIsChosen } from '../delivery/where-chosen.js';
import { ListLinks, sortingOf } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { CodesFields, FreeCount, stockAddress } from './stock-page.js';
import { wordsOf } from '../../pages/words.js';

/** The stocks of codes, and the form that makes one. */
export function stocksPage(
  visit: Visit,
  found: PageOf<typeof stockList>,
  state: FormState = {},
): Page {
  const { language } = visit;
  const words = wordsOf(language, 'stock');
  const title = words.stock;
  return {
    title,
    content: (
      <>
        <Table
          {...{ label: title, columns: columnsOf(visit), rows: found.items, whenEmpty: words.none }}
          sorting={sortingOf(visit, 'stock', found)}
        />
        <ListLinks path="stock" next={found.next} />
        {visit.caller.may('stock.import') && (
          <FormDisclosure title={words.newTitle} to="stock" state={state} button={words.add}>
            <Input name="name" label={words.name} maxLength={100} />
            <CodesFields />
          </FormDisclosure>
        )}
        <WhereDeliveryIsChosen />
      </>
    ),
  };
}

function columnsOf(visit: Visit): Column<StockDto>[] {
  const words = wordsOf(visit.language, 'stock');
  const count = (name: 'held' | 'delivered' | 'warn_below', title: string, isAdded = true) =>
    countColumn<StockDto>(visit, title, (stock) => stock[name], { name, isAdded });
  const free = (stock: StockDto) => <FreeCount stock={stock} />;
  return [
    [words.name, ({ name }) => <TextLink to={stockAddress(name)}>{name}</TextLink>, { by: 'name' }],
    countColumn(visit, words.free, (stock) => stock.free, { name: 'free' }, free),
    count('held', words.held),
    count('delivered', words.delivered),
    count('warn_below', words.warnBelow, false),
  ];
}
