import { utcTime } from '../../books/utc-time.js';
import type { Position } from '../../common/paging.js';
import type {
  AuditFilter,
  AuditSearch,
  FoundEntry,
} from '../../operator/audit/audit-search.repository.js';
import type { ListFile } from '../http/list-files.js';
import { pageOf, type ItemsPage } from '../../operations/lists/page.js';

import { timeOf } from '../../operations/answers/shown.js';
import type { AuditEntryDto, AuditQuery } from './audit.dto.js';

const SEQUENCE = /^[1-9]\d{0,17}$/;

export const AUDIT_FILE: ListFile = {
  permission: 'audit.read',
  columns: {
    id: 'plain',
    at: 'plain',
    actor: 'text',
    action: 'text',
    details: 'json',
    outcome: 'text',
    finished_at: 'plain',
    role: 'text',
    address: 'plain',
    request_id: 'text',
    before: 'json',
    after: 'json',
  },
};

/** A page of the audit, newest first. */
export function auditPage(
  search: AuditSearch,
  query: AuditQuery,
): Promise<ItemsPage<AuditEntryDto>> {
  const filter = filterOf(query);
  return pageOf(
    {
      name: 'audit',
      read: (after: Position | undefined, limit) => search.page(filter, after, limit),
      keyOf: ({ at, id }) => [at, id],
      parseKey: ([time = '', id = '']) =>
        utcTime(time) === time && SEQUENCE.test(id) ? { time, id } : undefined,
    },
    query,
    entryShape,
  );
}

function filterOf({ from, to, actor, action }: AuditQuery): AuditFilter {
  return { from, to, actor, action };
}

function entryShape({ finishedAt, requestId, ...entry }: FoundEntry): AuditEntryDto {
  const { id, at, actor, action, details, outcome, role, address, before, after } = entry;
  return {
    id,
    at,
    actor,
    action,
    details,
    outcome,
    finished_at: timeOf(finishedAt),
    role,
    address,
    request_id: requestId,
    before,
    after,
  };
}
