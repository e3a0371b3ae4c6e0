import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventsModule } from '../../events/events.module.js';
import { ExtensionCallsRepository } from './extension-calls.repository.js';
import { ExtensionFault } from './extension-fault.entity.js';
import { ExtensionMigrations } from './extension-migrations.service.js';
import { ExtensionHealth } from './extension-health.service.js';
import { ExtensionTasksRepository } from './extension-tasks.repository.js';
import { ExtensionRecord } from './extension-record.entity.js';
import { ExtensionRecords } from './extension-records.service.js';
import { ShopExtensions } from './shop-extensions.js';

const SERVICES = [
  ExtensionCallsRepository,
  ExtensionHealth,
  ExtensionMigrations,
  ExtensionRecords,
  ExtensionTasksRepository,
  ShopExtensions,
];

/** What the operator's services know of extensions. */
@Module({
  imports: [EventsModule, TypeOrmModule.forFeature([ExtensionFault, ExtensionRecord])],
  providers: SERVICES,
  exports: SERVICES,
})
export class ExtensionRecordsModule {}
