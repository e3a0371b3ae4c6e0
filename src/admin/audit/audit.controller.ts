import { Get } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { Caller, CurrentOperator } from '../access/caller.js';
import { AdminController, AdminRoute } from '../http/admin-route.decorator.js';
import { Parameters } from '../http/query.js';
import { AuditListing } from './audit-listing.service.js';
import { AuditPageDto, AuditQuery } from './audit.dto.js';

@AdminController('Audit')
export class AuditController {
  constructor(private readonly audit: AuditListing) {}

  @Get('audit')
  @AdminRoute({
    name: 'audit',
    permission: 'audit.read',
    summary: 'Who changed what, newest first',
    query: AuditQuery,
    answer: AuditPageDto,
  })
  list(
    @CurrentOperator() caller: Caller,
    @Parameters(AuditQuery) query: AuditQuery,
  ): Promise<AuditPageDto> | StreamedAnswer {
    return this.audit.answer(query, caller);
  }
}
