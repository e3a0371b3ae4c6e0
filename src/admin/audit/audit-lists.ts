import { utcTime } from '../../books/utc-time.js';
import { csvHeader, csvRow, type CsvColumns } from '../../common/csv.js';
import type { FairQueue } from '../../common/fair-queue.js';
import { StreamedAnswer } from '../../common/http/streamed/streamed-answer.js';
import type { Position } from '../../common/paging.js';
import type {
  AuditFilter,
  AuditSearch,
  FoundEntry,
} from '../../operator/audit/audit-search.repository.js';
import type { Caller } from '../access/caller.js';
import { pageOf, type ItemsPage } from '../http/page.js';
import { timeOf } from '../http/shown.js';
import type { AuditEntryDto, AuditQuery } from './audit.dto.js';

const SEQUENCE = /^[1-9]\d{0,17}$/;
const ENTRIES_OF_PART = 100;

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
  async function* parts(): AsyncGenerator<string> {
    let after: Position | undefined;
    yield csvHeader(COLUMNS);
    for (;;) {
      const place = after;
      const rows = await turns.run(caller.principal.operatorId, () =>
        search.page(filter, place, ENTRIES_OF_PART),
      );
      const last = rows.at(-1);
      yield rows.map((row) => csvRow(COLUMNS, entryShape(row))).join('');
      if (!last || rows.length < ENTRIES_OF_PART) return;
      after = { time: last.at, id: last.id };
      await caller.assertStillMay('audit.read');
    }
  }
  return new StreamedAnswer('text/csv; charset=utf-8', parts);
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
