import { Injectable } from '@nestjs/common';
import { BackupAdmin } from '../../admin/shop/backup-admin.service.js';
import type { ClockVerdict } from '../../database/clock/clock-verdict.js';
import { ClockWatch } from '../../database/clock/clock-watch.js';
import type { Permission } from '../../people/permissions/permissions.js';
import type {
  ForgottenPurchaseRow,
  HaltedAccount,
  LostStock,
  LowStock,
  SupplierTrouble,
  SuspendedAccount,
  UnneededPurchaseRow,
} from '../../reports/attention-shapes.js';
import { Attention } from '../../reports/attention.service.js';
import type { BalanceRow, TopRows } from '../../reports/report-shapes.js';
import { Reports } from '../../reports/reports.service.js';
import type { NightlyState } from '../../upkeep/nightly/nightly-state.repository.js';
import { LOW_BALANCE } from '../reports/low-balance.js';
import type { Visit } from '../visit/visit.js';

/** Of each kind; a link leads to all of them. */
const SHOWN_ROWS = 5;

/** What may need somebody. Parts are undefined for those who may not see them. */
export interface Needs {
  readonly suppliers: TopRows<SupplierTrouble> | undefined;
  readonly unneeded: TopRows<UnneededPurchaseRow> | undefined;
  readonly forgotten: TopRows<ForgottenPurchaseRow> | undefined;
  readonly balances: TopRows<BalanceRow> | undefined;
  readonly halted: TopRows<HaltedAccount> | undefined;
  readonly suspended: TopRows<SuspendedAccount> | undefined;
  readonly lostStocks: TopRows<LostStock> | undefined;
  readonly stocks: TopRows<LowStock> | undefined;
  /** Also undefined while they agree. */
  readonly clocks: ClockVerdict | undefined;
  /** Undefined also where no backup was tried yet. */
  readonly backups: NightlyState | undefined;
}

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
  async read({ caller }: Visit): Promise<Needs> {
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
      clocks: await seen('settings.read', () => this.clocks.verdict()),
      lostStocks: await seen('stock.read', () => attention.lostStocks(limit)),
      stocks: await seen('stock.read', () => attention.lowStocks(limit)),
      backups: await seen('doctor.run', () => this.backups()),
    };
  }

  private async backups(): Promise<Needs['backups']> {
    const state = await this.nightly.state();
    return state.beganAt === null ? undefined : state;
  }
}
