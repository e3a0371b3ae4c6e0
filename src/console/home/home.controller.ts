import { Get } from '@nestjs/common';
import { NeedsPermission } from '../../admin/access/needs-permission.js';
import { dayOf } from '../../common/zoned-time.js';
import { ClockWatch } from '../../database/clock/clock-watch.js';
import { Attention } from '../../reports/attention.service.js';
import { Reports } from '../../reports/reports.service.js';
import { BackupAdmin } from '../../admin/shop/backup-admin.service.js';
import type { Permission } from '../../people/permissions/permissions.js';
import { salesReport } from '../../operations/reports/report.lists.js';
import { ConsoleController } from '../http/console-controller.decorator.js';
import { timeInUtc } from '../http/parameters.js';
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
    const { attention } = this;
    const { timeZone } = visit.conventions;
    const from = timeInUtc(`${dayOf(new Date(), timeZone)}T00:00`, timeZone);
    const limit = SHOWN_ROWS;
    const seen = async <Part>(needed: Permission, read: () => Promise<Part>) =>
      caller.may(needed) ? read() : undefined;
    return {
      sales: await seen('reports.read', () =>
        this.lists.read(salesReport, visit, { from, limit: '1' }),
      ),
      waiting: await seen('orders.read', () => attention.waiting()),
      suppliers: await seen('suppliers.read', () =>
        attention.suppliers(caller.may('suppliers.balances'), limit),
      ),
      unneeded: await seen('orders.read', () =>
        attention.unneeded(caller.may('costs.read'), limit),
      ),
      forgotten: await seen('orders.read', () => attention.forgotten(limit)),
      balances: await seen('balance.read', () => this.reports.lowBalances(LOW_BALANCE, { limit })),
      halted: await seen('accounts.read', () => attention.halted(limit)),
      suspended: await seen('accounts.read', () => attention.suspended(limit)),
      clocks: await seen('settings.read', () => this.clocks.verdict()),
      lostStocks: await seen('stock.read', () => attention.lostStocks(limit)),
      stocks: await seen('stock.read', () => attention.lowStocks(limit)),
      backups: await seen('doctor.run', () => this.backups()),
    };
  }

  private async backups(): Promise<Today['backups']> {
    const state = await this.nightly.state();
    return state.beganAt === null ? undefined : state;
  }
}
