import { Injectable } from '@nestjs/common';
import { BackupAdmin } from '../../admin/shop/backup-admin.service.js';
import { ClockWatch } from '../../database/clock/clock-watch.js';
import type { Permission } from '../../people/permissions/permissions.js';
import { Attention } from '../../reports/attention.service.js';
import { Reports } from '../../reports/reports.service.js';
import type { NightlyState } from '../../upkeep/nightly/nightly-state.repository.js';
import { LOW_BALANCE } from '../reports/low-balance.js';
import type { Visit } from '../visit/visit.js';

/** Of each kind; a link leads to all of them. */
const SHOWN_ROWS = 5;

/** What may need somebody. Parts are undefined for those who may not see them. */
export type Needs = Awaited<ReturnType<NeedsReading['read']>>;

/** Reads what may need somebody. */
@Injectable()
export class NeedsReading {
  constructor(
    private readonly reports: Reports,
    private readonly attention: Attention,
    private readonly clocks: ClockWatch,
    private readonly nightly: BackupAdmin,
  ) {}

  /** One after the other, so that a page takes one connection at a time from orders. */
  async read({ caller }: Visit) {
    const { attention } = this;
    const limit = SHOWN_ROWS;
    const seen = async <Part>(needed: Permission, read: () => Promise<Part>) =>
      caller.may(needed) ? read() : undefined;
    return {
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
      // Also undefined while they agree.
      clocks: await seen('settings.read', () => this.clocks.verdict()),
      lostStocks: await seen('stock.read', () => attention.lostStocks(limit)),
      stocks: await seen('stock.read', () => attention.lowStocks(limit)),
      backups: await seen('doctor.run', () => this.backups()),
    };
  }

  /** Undefined where none was tried yet. */
  private async backups(): Promise<NightlyState | undefined> {
    const state = await this.nightly.state();
    return state.beganAt === null ? undefined : state;
  }
}
