import type { PageOf } from '../../operations/lists/list.js';
import type { stockList } from '../../operations/stock/stock.lists.js';
import { Disclosure } from '../../pages/disclosure.js';
import { TextLink } from '../../pages/text-links.js';
import type { FormState } from '../../pages/form.js';
import { Table, type Column } from '../../pages/table.js';
import type { StockDto } from '../../operations/stock/stock.operations.js';
import { WhereDeliveryIsChosen } from '../delivery/where-chosen.js';
import { CONSOLE_WORDS } from '../shell/console-words.js';
import { ListLinks } from '../shell/list-links.js';
import type { Page } from '../visit/page.js';
import type { Visit } from '../visit/visit.js';
import { CodesForm, FreeCount, stockAddress } from './stock-parts.js';
import { STOCK_WORDS } from './stock-words.js';

/** The stocks of codes, and the form that makes one. */
export function stocksPage(
  visit: Visit,
  found: PageOf<typeof stockList>,
  state: FormState = {},
): Page {
  const { language, links } = visit;
  const words = STOCK_WORDS[language];
  const title = CONSOLE_WORDS[language].stock;
  return {
    title,
    status: state.fault?.status,
    content: (
      <>
        <Table
          label={title}
          columns={columnsOf(visit)}
          rows={found.items}
          keyOf={({ name }) => name}
          whenEmpty={words.none}
        />
        <ListLinks visit={visit} path="stock" next={found.next} />
        {visit.caller.may('stock.import') && (
          <Disclosure title={words.newTitle} isOpen={state.fault !== undefined}>
            <CodesForm action={links.to('stock')} state={state} isNew />
          </Disclosure>
        )}
        <WhereDeliveryIsChosen visit={visit} />
      </>
    ),
  };
}

function columnsOf({ language, formats }: Visit): Column<StockDto>[] {
  const words = STOCK_WORDS[language];
  const isNumber = true;
  return [
    {
      title: words.name,
      cell: ({ name }) => <TextLink to={stockAddress(name)}>{name}</TextLink>,
    },
    { title: words.free, cell: (stock) => <FreeCount stock={stock} />, isNumber },
    { title: words.held, cell: ({ held }) => formats.count(held), isNumber },
    { title: words.delivered, cell: ({ delivered }) => formats.count(delivered), isNumber },
    {
      title: words.warnBelow,
      cell: ({ warn_below: warnBelow }) => formats.count(warnBelow),
      isNumber,
    },
  ];
}
