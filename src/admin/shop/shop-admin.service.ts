import { Inject, Injectable } from '@nestjs/common';
import type { ClosedPart } from '../../account/closed-part.js';
import { MaintenanceService } from '../../account/access/maintenance.service.js';
import { CONFIG, type SoukConfig } from '../../config/souk-config.js';
import { DoctorService } from '../../operator/doctor/doctor.service.js';
import type { Finding } from '../../operator/doctor/finding.js';
import { AuditedChanges } from '../../operators/changes/audited-changes.js';
import type { ChangeAuthor } from '../../operators/changes/change-author.js';
import { timeText } from '../../operations/answers/shown.js';
import { RecoveryAdmin } from './recovery-admin.service.js';
import type { FindingsDto, MaintenanceDto, SettlementDto } from './shop.dto.js';

/** Maintenance and the examination of the shop, for operators. */
@Injectable()
export class ShopAdmin {
  private examining: Promise<Finding[]> | undefined;

  constructor(
    private readonly switches: MaintenanceService,
    private readonly recovery: RecoveryAdmin,
    private readonly doctor: DoctorService,
    private readonly changes: AuditedChanges,
    @Inject(CONFIG) private readonly config: SoukConfig,
  ) {}

  async maintenance(): Promise<MaintenanceDto> {
    const { closed, changedAt } = await this.switches.status();
    return { closed, since: timeText(changedAt) };
  }

  close(part: ClosedPart, by: ChangeAuthor): Promise<MaintenanceDto> {
    const name = part === 'nothing' ? 'maintenance off' : 'maintenance on';
    return this.changes.around(by, { name, details: { closed: part } }, async () => {
      const before = await this.maintenance();
      await this.switches.close(part);
      const result = await this.maintenance();
      return { result, before: { ...before }, after: { ...result } };
    });
  }

  settle(by: ChangeAuthor): Promise<SettlementDto> {
    return this.changes.around(by, { name: 'settle', details: {} }, async () => {
      const before = await this.maintenance();
      const result = await this.recovery.start();
      const { steps, ...after } = result;
      return { result, before: { ...before }, after: { ...after, steps: steps.length } };
    });
  }

  /** Examines installation and books. Those who ask at the same time share one examination, since it reads all books. */
  async examine(): Promise<FindingsDto> {
    const embedded = this.config.embeddedDataDir !== undefined;
    this.examining ??= this.doctor.examine({ embedded }).finally(() => {
      this.examining = undefined;
    });
    return { items: (await this.examining).map((finding) => ({ ...finding })) };
  }
}
