import { Injectable } from '@nestjs/common';
import { FairQueue } from '../../common/fair-queue.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { AuditSearch } from '../../operator/audit/audit-search.repository.js';
import type { Caller } from '../access/caller.js';
import { auditFile, auditPage } from './audit-lists.js';
import type { AuditPageDto, AuditQuery } from './audit.dto.js';

/** Answers operators with the audit. */
@Injectable()
export class AuditListing {
  /** Parts of files are read one after the other, by operator in turn; the other connections are left to orders. */
  private readonly turns = new FairQueue<number>({ maxConcurrent: 1, maxPerTurn: 1 });

  constructor(private readonly search: AuditSearch) {}

  answer(query: AuditQuery, caller: Caller): Promise<AuditPageDto> | StreamedAnswer {
    if (query.format !== 'csv') return auditPage(this.search, query);
    return auditFile(this.search, query, this.turns, caller);
  }
}
