import { salesOfProfit, type SalesSumsDto } from '../../operations/reports/report.lists.js';
import { moneyText } from '../../pages/formats.js';
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
  const words = useWords('report');
  const { profit, sales } = sums;
  const known = salesOfProfit(sums);
  if (profit === null || known === undefined) return <KnownMoney value={profit} />;
  return (
    <>
      <bdi dir="ltr" class="money">
        {moneyText(profit)} USD
      </bdi>{' '}
      {words.ofSold({ known: moneyText(known), sold: moneyText(sales) })}
    </>
  );
}
