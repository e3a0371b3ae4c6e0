import { salesOfProfit, type SalesSumsDto } from '../../operations/reports/report.lists.js';
import { moneyText } from '../../pages/formats.js';
import { usePage } from '../../pages/page-context.js';
import { PageLink } from '../../pages/text-links.js';
import { Money } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';

/** USD; a dash if it is unknown. */
export function KnownMoney({ value }: { readonly value: string | null }) {
  return value === null ? <>—</> : <Money value={value} />;
}

/** Of which sales a profit is, where the costs of some are unknown; nothing where it is of all. */
export function OfSold({ sums }: { readonly sums: SalesSumsDto }) {
  const { formats } = usePage();
  const words = useWords('report');
  const { profit, sales } = sums;
  const known = salesOfProfit(sums);
  if (profit === null || known === undefined) return null;
  const exact = words.ofSold({ known: moneyText(known), sold: moneyText(sales) });
  const shown = words.ofSold({ known: formats.money(known).text, sold: formats.money(sales).text });
  return <small title={shown === exact ? undefined : exact}>{shown}</small>;
}

/** Why a profit is unknown, and where costs are told; of which sales it is, where it is known. */
export function ProfitDetails({ sums }: { readonly sums: SalesSumsDto }) {
  const words = useWords('report');
  if (sums.profit !== null) return <OfSold sums={sums} />;
  return (
    <>
      {words.withoutCost}: <Money value={sums.sales_without_cost} />{' '}
      <PageLink to="reports/costs">{words.costs}</PageLink>
    </>
  );
}

/** What is left of sales. A loss is marked only where it is that of all of them: the whole may have a profit. */
export function ProfitAmount({ sums }: { readonly sums: SalesSumsDto }) {
  const { profit } = sums;
  if (profit === null) return <KnownMoney value={profit} />;
  return <Money value={profit} marksLoss={salesOfProfit(sums) === undefined} />;
}

/** The same with the sales that it is of, where costs of some are unknown. */
export function Profit({ sums }: { readonly sums: SalesSumsDto }) {
  return (
    <>
      <ProfitAmount sums={sums} /> <OfSold sums={sums} />
    </>
  );
}
