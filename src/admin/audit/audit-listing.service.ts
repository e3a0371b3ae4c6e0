import { Injectable } from '@nestjs/common';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import { AuditSearch } from '../../operator/audit/audit-search.repository.js';
import type { Caller } from '../access/caller.js';
import { ListFiles, type ListFile } from '../http/list-files.js';
import { AUDIT_FILE, auditPage } from './audit-lists.js';
import type { AuditEntryDto, AuditPageDto, AuditQuery } from './audit.dto.js';

/** Answers operators with the audit. */
@Injectable()
export class AuditListing {
  constructor(
    private readonly search: AuditSearch,
    private readonly files: ListFiles,
  ) {}

  /** @param file how it is written as a file */
  answer(
    query: AuditQuery,
    caller: Caller,
    file: ListFile<AuditEntryDto> = AUDIT_FILE,
  ): Promise<AuditPageDto> | StreamedAnswer {
    return this.files.answer(file, query, caller, (part) => auditPage(this.search, part));
  }
}
