import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { reportFile } from '../../admin/reports/report-answers.js';
import { rowsOf, SalesQuery } from '../../admin/reports/reports.dto.js';
import { salesColumns, salesRow } from '../../reports/report-rows.js';
import { REPORT_TIMEOUT_MS, Reports } from '../../reports/reports.service.js';
import { checkedInput } from '../../operations/fields/checked-input.js';
import { parametersOf } from '../http/parameters.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { formFault } from '../http/form-fault.js';
import { Download } from '../visit/download.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { salesPage } from './sales-page.js';
import { chosenPeriod } from './chosen-period.js';

/** Days of the longest period; a chart has no gaps. */
const MAX_DAYS = 366;

/** Sales, cost and profit of a period. */
@ConsoleController('reports')
export class SalesController {
  constructor(private readonly reports: Reports) {}

  @Get()
  @NeedsPermission('reports.read')
  async show(@CurrentVisit() visit: Visit): Promise<Page | Download> {
    const values = parametersOf(visit.query, ['by', 'from', 'to']);
    try {
      const { format } = parametersOf(visit.query, ['format']);
      const period = chosenPeriod(values);
      const query = checkedInput(SalesQuery, {
        ...(values.by !== undefined && { by: values.by }),
        ...period,
        ...(format !== undefined && { format }),
      });
      const { by = 'day' } = query;
      const report = await this.reports.sales({
        by,
        limit: by === 'day' ? MAX_DAYS + 1 : rowsOf(query),
        withCosts: visit.caller.may('costs.read'),
        withinMs: REPORT_TIMEOUT_MS,
        ...(query.from !== undefined && { from: new Date(query.from) }),
        ...(query.to !== undefined && { to: new Date(query.to) }),
      });
      if (query.format !== 'csv') return salesPage(visit, { values }, report);
      const rows = report.rows.map((row) => salesRow(by, row));
      return new Download(`sales-by-${by}.csv`, reportFile(salesColumns(by), rows));
    } catch (error) {
      return salesPage(visit, { values, fault: formFault(error) }, undefined);
    }
  }
}
