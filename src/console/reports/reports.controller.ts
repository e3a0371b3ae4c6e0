import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import {
  balanceReport,
  salesReport,
  stockReport,
  type SalesReportDto,
} from '../../operations/reports/report.lists.js';
import { isTimeSpan } from '../../reports/report-shapes.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import { isPaper } from '../shell/paper.js';
import { countOf, daysBefore } from '../shell/periods.js';
import { ThingNaming, type ProductPlaces } from '../shell/thing-naming.service.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { chosenPeriod, comparedPeriod } from './chosen-period.js';
import { balancesPage, stockPage } from './holdings-pages.js';
import { LOW_BALANCE } from './low-balance.js';
import { salesPage, salesPaper } from './sales-page.js';
import { reportDays } from './sales-points.js';
import type { SalesBefore } from './sales-totals.js';

/** More than the days of the longest period; a chart has no gaps. */
const ALL_DAYS = { limit: '367' };
/** A longer period is not compared, since twice as much would be summed. */
const MOST_COMPARED_DAYS = 92;

/** What was sold in a period, what accounts can spend, and what the stocks hold. */
@ConsoleController('reports')
export class ReportsController {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly naming: ThingNaming,
  ) {}

  @Get()
  @NeedsPermission('reports.read')
  sales(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.report(
      salesReport,
      visit,
      async (report, state) => {
        const shown = report && {
          report,
          before: await this.before(visit, report),
          places: await this.placesIn(visit, report),
        };
        return shown && isPaper(visit)
          ? salesPaper(visit, state, shown)
          : salesPage(visit, state, shown);
      },
      {
        file: ({ by = 'day' }) => (isTimeSpan(by) ? `sales-by-${by}-utc` : `sales-by-${by}`),
        asked: ({ by = 'day', ...days }) => ({
          ...{ by, ...chosenPeriod(days, visit.conventions.timeZone) },
          ...(isTimeSpan(by) && ALL_DAYS),
        }),
      },
    );
  }

  /** The sums of the period before; undefined where there are none to be had, such as before the calendar of a zone begins. */
  private async before(visit: Visit, report: SalesReportDto): Promise<SalesBefore | undefined> {
    const { timeZone } = visit.conventions;
    const days = reportDays(report, timeZone);
    if (countOf(days) > MOST_COMPARED_DAYS) return undefined;
    const before = daysBefore(days);
    const { isPart, ...period } = comparedPeriod(report, { days, before }, timeZone);
    // The rows are not shown, and there are few suppliers.
    const query = { ...period, by: 'supplier', limit: '1' } as const;
    const former = this.lists.read(salesReport, visit, query);
    const found = await former.catch((error: unknown) => void formFault(error));
    return found && { ...before, isPart, total: found.total };
  }

  private placesIn({ caller }: Visit, report: SalesReportDto): Promise<ProductPlaces> {
    const items = report.by === 'product' ? report.items : [];
    return this.naming.places(
      items.flatMap(({ key }) => (key === null ? [] : [{ product_id: Number(key) }])),
      caller,
    );
  }

  @Get('balances')
  @NeedsPermission('reports.read')
  balances(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.report(
      balanceReport,
      visit,
      (found, state) => balancesPage(visit, state, found),
      { file: () => 'low-balances', usual: { below: LOW_BALANCE } },
    );
  }

  @Get('stock')
  @NeedsPermission('reports.read')
  stock(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.report(stockReport, visit, (found) => stockPage(visit, found), {
      file: () => 'unsold-codes',
    });
  }
}
