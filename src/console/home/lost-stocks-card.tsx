import type { VNode } from 'preact';
import type { LostStock } from '../../reports/attention-shapes.js';
import type { TopRows } from '../../reports/report-shapes.js';
import { TextLink } from '../../pages/text-links.js';
import { Table } from '../../pages/table.js';
import { Time } from '../../pages/values.js';
import { stockAddress } from '../stock/stock-parts.js';
import { STOCK_WORDS } from '../stock/stock-words.js';
import { Card, type PartProps } from './home-parts.js';
import { HOME_WORDS } from './home-words.js';

/** Stocks whose codes are held back after a failover; the page of each releases them. */
export function LostStocks({
  visit: { language, links },
  stocks,
}: PartProps & { readonly stocks: TopRows<LostStock> }): VNode {
  const words = HOME_WORDS[language];
  return (
    <Card title={words.lostStocks} link={[links.to('stock'), words.openStocks]}>
      <p>{words.lostStocksWhy}</p>
      <Table
        label={words.lostStocks}
        columns={[
          {
            title: STOCK_WORDS[language].name,
            cell: ({ stock }) => <TextLink to={stockAddress(stock)}>{stock}</TextLink>,
          },
          { title: words.soldFrom, cell: ({ lostFrom }) => <Time value={lostFrom} /> },
          { title: words.soldUntil, cell: ({ lostUntil }) => <Time value={lostUntil} /> },
        ]}
        rows={stocks.rows}
        keyOf={({ stock }) => stock}
        whenEmpty=""
      />
      {stocks.more && <p>{words.andMore}</p>}
    </Card>
  );
}
