import type { VNode } from 'preact';
import { useWords } from '../../pages/page-context.js';
import type { LostStock } from '../../reports/attention-shapes.js';
import type { TopRows } from '../../reports/report-shapes.js';
import { TextLink } from '../../pages/text-links.js';
import { Table } from '../../pages/table.js';
import { Time } from '../../pages/values.js';
import { stockAddress } from '../stock/stock-parts.js';
import { STOCK_WORDS } from '../stock/stock-words.js';
import { Card } from './home-parts.js';
import { HOME_WORDS } from './home-words.js';
import { useVisit } from '../visit/use-visit.js';

/** Stocks whose codes are held back after a failover; the page of each releases them. */
export function LostStocks({ stocks }: { readonly stocks: TopRows<LostStock> }): VNode {
  const { links } = useVisit();
  const words = useWords(HOME_WORDS);
  return (
    <Card title={words.lostStocks} link={[links.to('stock'), words.openStocks]}>
      <p>{words.lostStocksWhy}</p>
      <Table
        label={words.lostStocks}
        columns={[
          [
            useWords(STOCK_WORDS).name,
            ({ stock }) => <TextLink to={stockAddress(stock)}>{stock}</TextLink>,
          ],
          [words.soldFrom, ({ lostFrom }) => <Time value={lostFrom} />],
          [words.soldUntil, ({ lostUntil }) => <Time value={lostUntil} />],
        ]}
        rows={stocks.rows}
        whenEmpty=""
      />
      {stocks.more && <p>{words.andMore}</p>}
    </Card>
  );
}
