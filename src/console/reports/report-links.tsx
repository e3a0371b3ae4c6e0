import type { VNode } from 'preact';
import type { Visit } from '../visit/visit.js';
import { REPORT_WORDS } from './report-words.js';

/** Leads from one report to the others, and to the costs. */
export function ReportLinks({ visit }: { readonly visit: Visit }): VNode {
  const { caller, language, links } = visit;
  const words = REPORT_WORDS[language];
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
