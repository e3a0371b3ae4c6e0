import { PageParts } from '../shell/page-parts.js';
import { useWords } from '../../pages/words.js';

/** Leads from one report to the others, and to the costs. */
export function ReportLinks() {
  const words = useWords('report');
  return (
    <PageParts
      label={words.reports}
      parts={[
        { name: words.sales, page: 'reports', permission: null },
        { name: words.balances, page: 'reports/balances', permission: null },
        { name: words.stock, page: 'reports/stock', permission: null },
        { name: words.costs, page: 'reports/costs', permission: 'costs.read' },
      ]}
    />
  );
}
