import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { BackupService } from './backup/backup.service.js';
import { DemoShopService } from './demo-shop.service.js';
import { SecretRotationService } from './secrets/secret-rotation.service.js';
import { DoctorService } from './doctor/doctor.service.js';

/** What the people who run the shop need; their commands call the same services as HTTP does. */
@Module({
  imports: [AccountModule, CatalogModule, OrdersModule],
  providers: [BackupService, DemoShopService, DoctorService, SecretRotationService],
})
export class OperatorModule {}
