import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { reportFile } from '../../admin/reports/report-answers.js';
import { LowBalanceQuery, ReportQuery, rowsOf } from '../../admin/reports/reports.dto.js';
import { BALANCE_COLUMNS, balanceRow, STOCK_COLUMNS, stockRow } from '../../reports/report-rows.js';
import { Reports } from '../../reports/reports.service.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { balancesPage, stockPage } from './holdings-pages.js';
import { LOW_BALANCE } from './low-balance.js';

/** What accounts can spend, and what the stocks hold. */
@ConsoleController('reports')
export class HoldingsController {
  constructor(private readonly reports: Reports) {}

  @Get('balances')
  @NeedsPermission('reports.read')
  async balances(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    const chosen = parametersOf(visit.query, ['below']);
    const values = { below: LOW_BALANCE, ...chosen };
    try {
      const format = parametersOf(visit.query, ['format']);
      const query = checkedInput(LowBalanceQuery, { ...values, ...format });
      const found = await this.reports.lowBalances(query.below, { limit: rowsOf(query) });
      if (query.format !== 'csv') return balancesPage(visit, { values }, found);
      return new Download(
        'low-balances.csv',
        reportFile(BALANCE_COLUMNS, found.rows.map(balanceRow)),
      );
    } catch (error) {
      const nothing = { rows: [], more: false };
      return balancesPage(visit, { values, fault: formFault(error) }, nothing);
    }
  }

  @Get('stock')
  @NeedsPermission('reports.read')
  async stock(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    const query = checkedInput(ReportQuery, parametersOf(visit.query, ['format']));
    const withCosts = visit.caller.may('costs.read');
    const found = await this.reports.stock({ limit: rowsOf(query), withCosts });
    if (query.format !== 'csv') return stockPage(visit, found, withCosts);
    return new Download('unsold-codes.csv', reportFile(STOCK_COLUMNS, found.rows.map(stockRow)));
  }
}
