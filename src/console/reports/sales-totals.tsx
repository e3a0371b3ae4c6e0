import type { ComponentChildren } from 'preact';
import { percentChange } from '../../common/percent-change.js';
import {
  salesOfProfit,
  type SalesReportDto,
  type SalesSumsDto,
} from '../../operations/reports/report.lists.js';
import { Percent } from '../../pages/change.js';
import { Details } from '../../pages/table.js';
import { Tile } from '../../pages/card.js';
import { Money } from '../../pages/values.js';
import { useWords } from '../../pages/words.js';
import type { Days } from '../shell/periods.js';
import { useVisit } from '../visit/use-visit.js';
import { KnownMoney, Profit, ProfitAmount, ProfitDetails } from './profit.js';

/** What was sold in the period before. */
export interface SalesBefore extends Days {
  /** Of a period that is not over, what has gone is compared with as much of the one before. */
  readonly isPart: boolean;
  readonly total: SalesSumsDto;
}

interface TotalsProps {
  readonly report: SalesReportDto;
  /** Undefined for a period that is too long to be compared. */
  readonly before: SalesBefore | undefined;
}

/** A sum, and the exact amount that it is compared by; null for what may not be compared. */
interface Figure {
  readonly title: string;
  readonly shown: (sums: SalesSumsDto) => ComponentChildren;
  /** In the period before, where it is shown otherwise. */
  readonly before?: Figure['shown'];
  readonly more?: ComponentChildren;
  readonly amount: (sums: SalesSumsDto) => string | null;
}

/** The sums of a report, beside those of the period before. */
export function SalesTotals({ report: { total }, before }: TotalsProps) {
  const { caller, formats } = useVisit();
  const words = useWords('report');
  const sales: Figure = {
    title: words.sales,
    shown: (sums) => <Money value={sums.sales} />,
    amount: (sums) => sums.sales,
  };
  const profit: Figure = {
    title: words.profit,
    shown: (sums) => <ProfitAmount sums={sums} />,
    before: (sums) => <Profit sums={sums} />,
    more: <ProfitDetails sums={total} />,
    // Profits of parts of the sales are not compared, since the parts may differ.
    amount: (sums) => (salesOfProfit(sums) === undefined ? sums.profit : null),
  };
  const orders: Figure = {
    title: words.orders,
    shown: (sums) => formats.count(sums.orders),
    amount: (sums) => String(sums.orders),
  };
  return (
    <>
      <div class="tiles">
        {[sales, ...(caller.may('costs.read') ? [profit] : []), orders].map((figure) => (
          <Tile key={figure.title} title={figure.title} value={figure.shown(total)}>
            {figure.more && <div>{figure.more}</div>}
            {before && <Before figure={figure} total={total} former={before.total} />}
          </Tile>
        ))}
      </div>
      {before && <p class="hint">{words[before.isPart ? 'comparedSoFar' : 'compared'](before)}</p>}
    </>
  );
}

interface BeforeProps {
  readonly figure: Figure;
  readonly total: SalesSumsDto;
  readonly former: SalesSumsDto;
}

function Before({ figure: { shown, before = shown, amount }, total, former }: BeforeProps) {
  const words = useWords('report');
  const [base, present] = [amount(former), amount(total)];
  const percent = base === null || present === null ? undefined : percentChange(base, present);
  return (
    <>
      {words.before}: {before(former)} <Percent>{percent}</Percent>
    </>
  );
}

/** What else is known of the period, and what the sums are of. */
export function OtherSums({ report }: { readonly report: SalesReportDto }) {
  const { caller, formats } = useVisit();
  const words = useWords('report');
  const { unneeded_purchases: unneeded, total } = report;
  const costs = caller.may('costs.read') ? total : undefined;
  const lost = unneeded && unneeded.purchases > 0 ? unneeded : undefined;
  return (
    <section class="card">
      <Details
        entries={[
          costs && [words.cost, <KnownMoney value={costs.cost} />],
          costs && [words.withoutCost, <Money value={costs.sales_without_cost} />],
          costs && [words.unknownCost, formats.count(costs.unknown_cost ?? 0)],
          lost && [words.unneeded, <Money value={lost.cost} />],
          lost && [words.unneededUnknown, formats.count(lost.unknown_cost)],
          [words.waiting, formats.count(total.waiting)],
        ]}
      />
      <p class="hint">{words.explanation}</p>
    </section>
  );
}
