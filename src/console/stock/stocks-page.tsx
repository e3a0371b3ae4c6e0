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
  const { language } = visit;
  const words = STOCK_WORDS[language];
  const title = CONSOLE_WORDS[language].stock;
  return {
    title,
    content: (
      <>
        <Table label={title} columns={columnsOf(visit)} rows={found.items} whenEmpty={words.none} />
        <ListLinks path="stock" next={found.next} />
        {visit.caller.may('stock.import') && (
          <Disclosure title={words.newTitle} isOpen={state.fault !== undefined}>
            <CodesForm to="stock" state={state} isNew />
          </Disclosure>
        )}
        <WhereDeliveryIsChosen />
      </>
    ),
  };
}

function columnsOf({ language, formats }: Visit): Column<StockDto>[] {
  const words = STOCK_WORDS[language];
  return [
    [words.name, ({ name }) => <TextLink to={stockAddress(name)}>{name}</TextLink>],
    [words.free, (stock) => <FreeCount stock={stock} />, 'number'],
    [words.held, ({ held }) => formats.count(held), 'number'],
    [words.delivered, ({ delivered }) => formats.count(delivered), 'number'],
    [words.warnBelow, ({ warn_below: warnBelow }) => formats.count(warnBelow), 'number'],
  ];
}
