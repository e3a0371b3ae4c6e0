import { ButtonLink } from '../../pages/text-links.js';
import { useVisit } from '../visit/use-visit.js';
import { useWords } from '../../pages/words.js';

/** Leads from one report to the others, and to the costs. */
export function ReportLinks() {
  const { caller } = useVisit();
  const words = useWords('report');
  return (
    <p class="actions">
      <ButtonLink to="reports">{words.sales}</ButtonLink>
      <ButtonLink to="reports/balances">{words.balances}</ButtonLink>
      <ButtonLink to="reports/stock">{words.stock}</ButtonLink>
      {caller.may('costs.read') && <ButtonLink to="reports/costs">{words.costs}</ButtonLink>}
    </p>
  );
}
