import { utcTime } from '../../books/utc-time.js';
import type { CsvColumns } from '../../common/csv.js';
import type { FairQueue } from '../../common/fair-queue.js';
import type { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import type { Position } from '../../common/paging.js';
import type {
  AuditFilter,
  AuditSearch,
  FoundEntry,
} from '../../operator/audit/audit-search.repository.js';
import type { Caller } from '../access/caller.js';
import { pageOf, type ItemsPage } from '../http/page.js';
import { pagedFile } from '../http/paged-file.js';
import { timeOf } from '../http/shown.js';
import type { AuditEntryDto, AuditQuery } from './audit.dto.js';

const SEQUENCE = /^[1-9]\d{0,17}$/;

const COLUMNS: CsvColumns = {
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

/**
 * The whole audit as one file, whose parts are read while it is sent.
 * @param turns in which the parts of all files are read.
 * @param caller asked before each part but the first, because a slow one may take hours.
 */
export function auditFile(
  search: AuditSearch,
  query: AuditQuery,
  turns: FairQueue<number>,
  caller: Caller,
): StreamedAnswer {
  const filter = filterOf(query);
  const read = async (after: Position | undefined, limit: number) => {
    const found = await search.page(filter, after, limit);
    const last = found.length < limit ? undefined : found.at(-1);
    return { rows: found.map(entryShape), next: last ? { time: last.at, id: last.id } : null };
  };
  return pagedFile({ columns: COLUMNS, permission: 'audit.read', read }, turns, caller);
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
