import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { timeText, type Position, type TimeRange } from '../../common/paging.js';
import { Database } from '../../database/database.js';
import { newestRows } from '../../database/newest-rows.js';
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
    const { from = '-infinity', to = 'infinity' } = filter;
    const { time = 'infinity', id = '0' } = after ?? {};
    const given = FILTERS.flatMap((column) => {
      const value = filter[column];
      return value === undefined ? [] : [{ column, value }];
    });
    const columns = given.map(({ column }) => column);
    const values = [from, to, time, id, limit, ...given.map(({ value }) => value)];
    // In a transaction, whose statements the database itself ends in time.
    const read = (manager: EntityManager): Promise<FoundEntry[]> =>
      manager.query(readPage(columns), values);
    return this.database.transaction(read, { readOnly: true });
  }
}

/** In the order of the index on both. Each of them has one alone, too. */
const FILTERS = ['actor', 'action'] as const;

/** The columns are qualified, since the page is not sorted by their texts. */
function readPage(given: readonly string[]): string {
  const page = newestRows({
    equal: given.map((column, place) => [column, `$${place + 6}::text`]),
    time: 'audit_entries.at',
    id: 'audit_entries.id',
    firstId: '0',
    from: '$1::timestamptz',
    to: '$2::timestamptz',
    after: { time: '$3::timestamptz', id: '$4::bigint' },
  });
  return `
    SELECT id::text AS id, ${timeText('at')} AS at, actor, action, details, outcome,
           finished_at AS "finishedAt", role, host(address) AS address, request_id AS "requestId",
           before, after
    FROM audit_entries WHERE ${page} LIMIT $5`;
}
