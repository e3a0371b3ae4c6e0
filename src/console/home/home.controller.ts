import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { ClockWatch } from '../../database/clock/clock-watch.js';
import { Attention } from '../../reports/attention.service.js';
import { Reports } from '../../reports/reports.service.js';
import { BackupAdmin } from '../../admin/shop/backup-admin.service.js';
import { salesReport } from '../../operations/reports/report.lists.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { ConsoleLists } from '../operations/console-lists.service.js';
import type { Page } from '../visit/page.js';
import { CurrentVisit, Visit } from '../visit/visit.js';
import { homePage, type Today } from './home-page.js';
import { LOW_BALANCE } from '../reports/low-balance.js';

/** Rows of each list; its link leads to all of them. */
const SHOWN_ROWS = 5;

/** What has been sold today, and what the operator should look at now. */
@ConsoleController()
export class HomeController {
  constructor(
    private readonly lists: ConsoleLists,
    private readonly reports: Reports,
    private readonly attention: Attention,
    private readonly clocks: ClockWatch,
    private readonly nightly: BackupAdmin,
  ) {}

  @Get()
  @NeedsPermission('any')
  async show(@CurrentVisit() visit: Visit): Promise<Page> {
    return homePage(visit, await this.today(visit));
  }

  /** One after the other, so that a page takes one connection at a time from orders. */
  private async today(visit: Visit): Promise<Today> {
    const { caller } = visit;
    const from = `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
    const limit = SHOWN_ROWS;
    return {
      sales: caller.may('reports.read')
        ? await this.lists.read(salesReport, visit, { from, limit: '1' })
        : undefined,
      waiting: caller.may('orders.read') ? await this.attention.waiting() : undefined,
      suppliers: caller.may('suppliers.read')
        ? await this.attention.suppliers(caller.may('suppliers.balances'), limit)
        : undefined,
      unneeded: caller.may('orders.read')
        ? await this.attention.unneeded(caller.may('costs.read'), limit)
        : undefined,
      forgotten: caller.may('orders.read') ? await this.attention.forgotten(limit) : undefined,
      balances: caller.may('balance.read')
        ? await this.reports.lowBalances(LOW_BALANCE, { limit })
        : undefined,
      halted: caller.may('accounts.read') ? await this.attention.halted(limit) : undefined,
      suspended: caller.may('accounts.read') ? await this.attention.suspended(limit) : undefined,
      clocks: caller.may('settings.read') ? await this.clocks.verdict() : undefined,
      lostStocks: caller.may('stock.read') ? await this.attention.lostStocks(limit) : undefined,
      stocks: caller.may('stock.read') ? await this.attention.lowStocks(limit) : undefined,
      backups: caller.may('doctor.run') ? await this.backups() : undefined,
    };
  }

  private async backups(): Promise<Today['backups']> {
    const state = await this.nightly.state();
    return state.beganAt === null ? undefined : state;
  }
}
