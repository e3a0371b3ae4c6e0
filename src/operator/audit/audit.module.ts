import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ExtensionRecordsModule } from '../extensions/extension-records.module.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditService } from './audit.service.js';

/** What every command needs: the audit of changes, and the extensions without which it must change nothing. */
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntry]), ExtensionRecordsModule],
  providers: [AuditService],
  exports: [AuditService],
})
export class AuditModule {}
