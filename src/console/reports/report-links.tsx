import type { VNode } from 'preact';
import { useWords } from '../../pages/page-context.js';
import { useVisit } from '../visit/use-visit.js';
import { REPORT_WORDS } from './report-words.js';

/** Leads from one report to the others, and to the costs. */
export function ReportLinks(): VNode {
  const { caller, links } = useVisit();
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
      {caller.may('costs.read') && (
        <a class="button" href={links.to('reports/costs')}>
          {words.costs}
        </a>
      )}
    </p>
  );
}
