import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { OutgoingModule } from '../outgoing/outgoing.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { AuditModule } from './audit/audit.module.js';
import { BackupSchema } from './backup/backup-schema.service.js';
import { BackupService } from './backup/backup.service.js';
import { RestoreSettlementService } from './backup/restore-settlement.service.js';
import { GoodBackup } from './nightly/good-backup.service.js';
import { NightlyBackup } from './nightly/nightly-backup.service.js';
import { NightlyStateRepository } from './nightly/nightly-state.repository.js';
import { TrialRestore } from './nightly/trial-restore.service.js';
import { DemoShopService } from './demo-shop.service.js';
import { DeliveredCodeHashes } from './secrets/delivered-code-hashes.js';
import { RepeatedCodesService } from './secrets/repeated-codes.service.js';
import { SecretRotationService } from './secrets/secret-rotation.service.js';
import { SecretUsageService } from './secrets/secret-usage.service.js';
import { ChainExamination } from './doctor/chain-examination.service.js';
import { DoctorService } from './doctor/doctor.service.js';
import { IndexExamination } from './doctor/index-examination.service.js';
import { Installation } from './doctor/installation.service.js';
import { SchemaExamination } from './doctor/schema-examination.service.js';
import { SharedExamination } from './doctor/shared-examination.service.js';
import { SchemaObjectsExamination } from './doctor/schema-objects.service.js';
import { ExtensionRecordsModule } from './extensions/extension-records.module.js';
import { RefusalCauses } from './refusals/refusal-causes.service.js';
import { AccountConsistencyService } from './sentinel/account-consistency.service.js';
import { ResumeOrdersService } from './sentinel/resume-orders.service.js';
import { SentinelCheckpoints } from './sentinel/sentinel-checkpoints.repository.js';
import { OrderTimeline } from './timeline/order-timeline.service.js';
import { TimelineRepository } from './timeline/timeline.repository.js';

/** What other modules use. */
const SERVICES = [
  AccountConsistencyService,
  BackupService,
  DemoShopService,
  DoctorService,
  GoodBackup,
  NightlyBackup,
  NightlyStateRepository,
  OrderTimeline,
  RefusalCauses,
  RestoreSettlementService,
  ResumeOrdersService,
  SharedExamination,
];

/** What the people who run the shop need; their commands call the same services as HTTP does. */
@Module({
  imports: [
    AuditModule,
    ExtensionRecordsModule,
    AccountModule,
    CatalogModule,
    OrdersModule,
    OutgoingModule,
    ReportsModule,
  ],
  providers: [
    ...SERVICES,
    BackupSchema,
    ChainExamination,
    Installation,
    IndexExamination,
    SchemaExamination,
    SchemaObjectsExamination,
    DeliveredCodeHashes,
    RepeatedCodesService,
    SecretRotationService,
    SecretUsageService,
    SentinelCheckpoints,
    TimelineRepository,
    TrialRestore,
  ],
  exports: SERVICES,
})
export class UpkeepModule {}
