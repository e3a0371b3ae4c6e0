import { Get } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import {
  BALANCE_COLUMNS,
  balanceRow,
  salesColumns,
  salesRow,
  STOCK_COLUMNS,
  stockRow,
} from '../../reports/report-rows.js';
import { REPORT_TIMEOUT_MS, Reports } from '../../reports/reports.service.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { Parameters } from '../http/query.js';
import { lowBalancesShape, reportFile, salesShape, stockValuesShape } from './report-answers.js';
import {
  LowBalanceQuery,
  LowBalancesDto,
  ReportQuery,
  rowsOf,
  SalesQuery,
  SalesReportDto,
  StockValuesDto,
} from './reports.dto.js';

@AdminController('Reports')
export class ReportsController {
  constructor(private readonly reports: Reports) {}

  @Get('reports/sales')
  @AdminRoute({
    name: 'report-sales',
    permission: 'reports.read',
    summary: 'Sales, cost and profit by day, product, account or supplier',
    query: SalesQuery,
    answer: SalesReportDto,
  })
  async sales(
    @CurrentOperator() caller: Caller,
    @Parameters(SalesQuery) query: SalesQuery,
  ): Promise<SalesReportDto | StreamedAnswer> {
    const { by = 'day', from, to, format } = query;
    const report = await this.reports.sales({
      by,
      limit: rowsOf(query),
      withCosts: caller.may('costs.read'),
      withinMs: REPORT_TIMEOUT_MS,
      ...(from !== undefined && { from: new Date(from) }),
      ...(to !== undefined && { to: new Date(to) }),
    });
    if (format !== 'csv') return salesShape(report);
    const rows = report.rows.map((row) => salesRow(by, row));
    return reportFile(salesColumns(by), rows);
  }

  @Get('reports/balances')
  @AdminRoute({
    name: 'report-balances',
    permission: 'reports.read',
    summary: 'Accounts that can spend less than an amount, those with the least first',
    query: LowBalanceQuery,
    answer: LowBalancesDto,
  })
  async balances(
    @Parameters(LowBalanceQuery) query: LowBalanceQuery,
  ): Promise<LowBalancesDto | StreamedAnswer> {
    const found = await this.reports.lowBalances(query.below, { limit: rowsOf(query) });
    if (query.format !== 'csv') return lowBalancesShape(found);
    return reportFile(BALANCE_COLUMNS, found.rows.map(balanceRow));
  }

  @Get('reports/stock')
  @AdminRoute({
    name: 'report-stock',
    permission: 'reports.read',
    summary: 'Unsold codes of each stock, and what they were bought for',
    query: ReportQuery,
    answer: StockValuesDto,
  })
  async stock(
    @CurrentOperator() caller: Caller,
    @Parameters(ReportQuery) query: ReportQuery,
  ): Promise<StockValuesDto | StreamedAnswer> {
    const withCosts = caller.may('costs.read');
    const found = await this.reports.stock({ limit: rowsOf(query), withCosts });
    if (query.format !== 'csv') return stockValuesShape(found);
    return reportFile(STOCK_COLUMNS, found.rows.map(stockRow));
  }
}
