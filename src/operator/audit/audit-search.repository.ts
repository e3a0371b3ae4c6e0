import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { timeText, type Position, type TimeRange } from '../../common/paging.js';
import { Database } from '../../database/database.js';
import type { AuditEntry } from './audit-entry.entity.js';

/** Selects entries; what is left out selects all. */
export interface AuditFilter extends TimeRange {
  /** As in the entry, such as `operator:ada`. */
  readonly actor?: string | undefined;
  /** Such as `balance deposit`. */
  readonly action?: string | undefined;
}

/** An entry, and its place in the list. */
export interface FoundEntry extends Omit<AuditEntry, 'at'> {
  /** In UTC with microseconds. */
  readonly at: string;
}

/** Searches the audit, newest first by time and id. */
@Injectable()
export class AuditSearch {
  constructor(private readonly database: Database) {}

  /** At most `limit` entries behind the place. */
  page(filter: AuditFilter, after: Position | undefined, limit: number): Promise<FoundEntry[]> {
    const { from = '-infinity', to = 'infinity', actor = null, action = null } = filter;
    const { time = 'infinity', id = '0' } = after ?? {};
    const values = [from, to, time, id, actor, action, limit];
    // In a transaction, whose statements the database itself ends in time.
    const read = (manager: EntityManager): Promise<FoundEntry[]> =>
      manager.query(READ_PAGE, values);
    return this.database.transaction(read, { readOnly: true });
  }
}

/** An index on actor and action, one of them, or the time alone leads to the rows, if they are sorted by the columns and not by their texts. */
const READ_PAGE = `
  SELECT id::text AS id, ${timeText('at')} AS at, actor, action, details, outcome,
         finished_at AS "finishedAt", role, host(address) AS address, request_id AS "requestId",
         before, after
  FROM audit_entries
  WHERE at >= $1::timestamptz AND at < $2::timestamptz AND (at, id) < ($3::timestamptz, $4::bigint)
    AND ($5::text IS NULL OR actor = $5) AND ($6::text IS NULL OR action = $6)
  ORDER BY audit_entries.at DESC, audit_entries.id DESC LIMIT $7`;
