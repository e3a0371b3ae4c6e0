import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { balanceReport, salesReport, stockReport } from '../../operations/reports/report.lists.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import type { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { chosenPeriod } from './chosen-period.js';
import { balancesPage, stockPage } from './holdings-pages.js';
import { LOW_BALANCE } from './low-balance.js';
import { salesPage } from './sales-page.js';

/** More than the days of the longest period; a chart has no gaps. */
const ALL_DAYS = { limit: '367' };

/** What was sold in a period, what accounts can spend, and what the stocks hold. */
@ConsoleController('reports')
export class ReportsController {
  constructor(private readonly lists: ConsoleLists) {}

  @Get()
  @NeedsPermission('reports.read')
  sales(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    return this.lists.report(
      salesReport,
      visit,
      (report, state) => salesPage(visit, state, report),
      {
        file: ({ by = 'day' }) => (by === 'day' ? 'sales-by-day-utc' : `sales-by-${by}`),
        asked: ({ by = 'day', ...days }) => ({
          ...{ by, ...chosenPeriod(days, visit.conventions.timeZone) },
          ...(by === 'day' && ALL_DAYS),
        }),
      },
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
