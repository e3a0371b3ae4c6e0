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
  /** What they are about, such as `group 2`. */
  readonly target?: string | undefined;
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

/** In the order of the index on the first two. Each of them has one alone, too. */
const FILTERS = ['actor', 'action', 'target'] as const;

/**
 * The entries about a thing are read by the index of their table, and then kept to actor and action. The columns are qualified,
 * since the page is not sorted by their texts.
 */
function readPage(given: readonly string[]): string {
  const equal = given.map((column, place) => [column, `$${place + 6}::text`] as const);
  const [byTarget, ofEntry] = [
    equal.filter(([column]) => column === 'target'),
    equal.filter(([column]) => column !== 'target'),
  ];
  const isOfTarget = byTarget.length > 0;
  const page = newestRows({
    equal: isOfTarget ? byTarget : ofEntry,
    time: isOfTarget ? 'audit_targets.at' : 'audit_entries.at',
    id: isOfTarget ? 'audit_targets.entry_id' : 'audit_entries.id',
    firstId: '0',
    from: '$1::timestamptz',
    to: '$2::timestamptz',
    after: { time: '$3::timestamptz', id: '$4::bigint' },
  });
  const kept = isOfTarget ? ofEntry.map(([column, value]) => `${column} = ${value} AND `) : [];
  const source = isOfTarget
    ? 'audit_targets JOIN audit_entries ON audit_entries.id = audit_targets.entry_id'
    : 'audit_entries';
  return `
    SELECT audit_entries.id::text AS id, ${timeText('audit_entries.at')} AS at, actor, action, details,
           outcome, finished_at AS "finishedAt", role, host(address) AS address,
           request_id AS "requestId", before, after
    FROM ${source} WHERE ${kept.join('')}${page} LIMIT $5`;
}
