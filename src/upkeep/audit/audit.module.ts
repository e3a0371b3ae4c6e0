import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CallerAudit } from '../../account/caller-audit.js';
import { ExtensionRecordsModule } from '../extensions/extension-records.module.js';
import { AuditEntry } from './audit-entry.entity.js';
import { AuditSearch } from './audit-search.repository.js';
import { AuditService } from './audit.service.js';

/**
 * What every command needs: the audit of changes, and the extensions without which it must change nothing. Global,
 * because the account module declares a port that it implements.
 */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([AuditEntry]), ExtensionRecordsModule],
  providers: [AuditSearch, AuditService, { provide: CallerAudit, useExisting: AuditService }],
  exports: [AuditSearch, AuditService, CallerAudit],
})
export class AuditModule {}
