import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { NotificationsModule } from '../notifications/notifications.module.js';
import { EventsModule } from '../events/events.module.js';
import { ExtensionRecordsModule } from '../upkeep/extensions/extension-records.module.js';
import { OperationsModule } from '../operations/operations.module.js';
import { UpkeepModule } from '../upkeep/upkeep.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { OutgoingModule } from '../outgoing/outgoing.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { StrangerTurns } from './access/stranger-turns.js';
import { TokenLookups } from './access/token-lookups.js';
import { PricePreviews } from './catalog/price-preview.service.js';
import { ListFiles } from './http/list-files.js';
import { OperatorSlots } from './http/operator-slots.js';
import { AdminDescription } from './description/admin-description.js';
import { AdminDescriptionController } from './description/admin-description.controller.js';
import { DeclaredLists } from './operations/declared-lists.service.js';
import { TOPIC_CONTROLLERS } from './operations/topics.js';
import { OrderDecisions } from './orders/order-decisions.service.js';
import { OrderDecisionsController } from './orders/order-decisions.controller.js';
import { ImportUploads } from './imports/import-uploads.service.js';
import { ImportApplications } from './imports/import-applications.service.js';
import { ImportsController } from './imports/imports.controller.js';
import { BackupAdmin } from './shop/backup-admin.service.js';
import { WithdrawalAdmin } from './stock/withdrawal-admin.service.js';
import { WithdrawalsController } from './stock/withdrawals.controller.js';
import { MeController } from './people/me.controller.js';
import { AdminRequestsRepository } from './requests/admin-requests.repository.js';
import { OnceOnlyChanges } from './requests/once-only.service.js';
import { RequestRetention } from './requests/request-retention.js';

/** What operators do; the pages of the console use them as well. */
const SERVICES = [
  ImportUploads,
  ImportApplications,
  ListFiles,
  DeclaredLists,
  OrderDecisions,
  PricePreviews,
  BackupAdmin,
  WithdrawalAdmin,
];

/** The admin API. Only the server loads it, and only where CONSOLE is on. */
@Module({
  imports: [
    AccountModule,
    CatalogModule,
    EventsModule,
    ExtensionRecordsModule,
    NotificationsModule,
    OperationsModule,
    UpkeepModule,
    OrdersModule,
    OutgoingModule,
    ReportsModule,
  ],
  controllers: [
    AdminDescriptionController,
    ImportsController,
    MeController,
    ...TOPIC_CONTROLLERS,
    OrderDecisionsController,
    WithdrawalsController,
  ],
  providers: [
    ...SERVICES,
    OperatorSlots,
    AdminDescription,
    AdminRequestsRepository,
    OnceOnlyChanges,
    RequestRetention,
    StrangerTurns,
    TokenLookups,
  ],
  exports: [
    ...SERVICES,
    OnceOnlyChanges,
    OperationsModule,
    OperatorSlots,
    StrangerTurns,
    TokenLookups,
  ],
})
export class AdminModule {}
