import { salesOfProfit, type SalesSumsDto } from '../../operations/reports/report.lists.js';
import { moneyText } from '../../pages/formats.js';
import { usePage } from '../../pages/page-context.js';
import { Money } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';

/** USD; a dash if it is unknown. */
export function KnownMoney({ value }: { readonly value: string | null }) {
  return value === null ? <>—</> : <Money value={value} />;
}

/**
 * What is left of sales. Where costs of some are unknown it says of which sales it is, and a loss is not marked: it is
 * that of a part, and the whole may have a profit.
 */
export function Profit({ sums }: { readonly sums: SalesSumsDto }) {
  const { formats } = usePage();
  const words = useWords('report');
  const { profit, sales } = sums;
  const known = salesOfProfit(sums);
  if (profit === null || known === undefined) return <KnownMoney value={profit} />;
  const exact = words.ofSold({ known: moneyText(known), sold: moneyText(sales) });
  const shown = words.ofSold({ known: formats.money(known).text, sold: formats.money(sales).text });
  return (
    <>
      <Money value={profit} marksLoss={false} />{' '}
      <span title={shown === exact ? undefined : exact}>{shown}</span>
    </>
  );
}
