import type { VNode } from 'preact';
import { usePage, useWords } from '../../pages/page-context.js';
import { REPORT_WORDS } from './report-words.js';

/** Leads from one report to the others. */
export function ReportLinks(): VNode {
  const { links } = usePage();
  const words = useWords(REPORT_WORDS);
  return (
    <p class="actions">
      <a class="button" href={links.to('reports')}>
        {words.sales}
      </a>
      <a class="button" href={links.to('reports/balances')}>
        {words.balances}
      </a>
      <a class="button" href={links.to('reports/stock')}>
        {words.stock}
      </a>
    </p>
  );
}
