import { Module } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { AuditedChanges } from '../people/changes/audited-changes.js';
import { PageSections } from './sections/page-sections.service.js';
import { OperationRunner } from './running/operation-runner.js';

/** What operators can do, for the doors of a server. */
@Module({
  providers: [
    PageSections,
    {
      provide: OperationRunner,
      inject: [ModuleRef, AuditedChanges],
      useFactory: (shop: ModuleRef, changes: AuditedChanges) =>
        new OperationRunner((type) => shop.get(type, { strict: false }), changes),
    },
  ],
  exports: [OperationRunner, PageSections],
})
export class OperationsModule {}
