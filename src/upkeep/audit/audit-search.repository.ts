import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MissingError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { timeText, type Position, type TimeRange } from '../../common/paging.js';
import { Database } from '../../database/database.js';
import { newestRows, type SortedRows } from '../../database/sorted-rows.js';
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

  /** @throws MissingError */
  async get(id: number, manager: EntityManager = this.database.manager): Promise<FoundEntry> {
    const sql = `${SELECTED} FROM audit_entries WHERE id = $1`;
    const [entry] = await manager.query<FoundEntry[]>(sql, [id]);
    if (entry) return entry;
    throw new MissingError(...sentence('missing.entry', { id }));
  }

  /**
   * The action of a change that somebody has made within a minute; undefined for any other entry, and where nothing that the audit
   * may tell has changed, or a secret has as well.
   */
  async recentOf(id: number, actor: string): Promise<string | undefined> {
    const [entry] = await this.database.manager.query<{ action: string }[]>(RECENT, [id, actor]);
    return entry?.action;
  }
}

const RECENT = `
  SELECT action FROM audit_entries
  WHERE id = $1 AND actor = $2 AND outcome = 'done' AND at > now() - interval '1 minute'
    AND (before IS DISTINCT FROM after OR EXISTS (SELECT FROM item_changes WHERE entry_id = audit_entries.id))
    AND NOT coalesce(details ? 'token_changed', false)`;

/** In the order of the index on the first two. Each of them has one alone, too. */
const FILTERS = ['actor', 'action', 'target'] as const;

const SELECTED = `
  SELECT audit_entries.id::text AS id, ${timeText('audit_entries.at')} AS at, actor, action, details,
         outcome, finished_at AS "finishedAt", role, door, host(address) AS address,
         request_id AS "requestId", before, after`;

/**
 * The entries about a thing are read by the index of their table, and then kept to actor and action. The columns are qualified,
 * since the page is not sorted by their texts.
 */
function readPage(given: readonly (typeof FILTERS)[number][]): string {
  const equal = given.map((column, place) => [column, `$${place + 6}::text`] as const);
  const ofEntry = equal.filter(([column]) => column !== 'target');
  const kept = ofEntry.map(([column, value]) => `${column} = ${value} AND `).join('');
  const target = equal.find(([column]) => column === 'target');
  if (!target) {
    const page = pageBy(ofEntry, 'audit_entries.at', 'audit_entries.id');
    return `${SELECTED} FROM audit_entries WHERE ${page} LIMIT $5`;
  }
  const [, thing] = target;
  const join = 'JOIN audit_entries ON audit_entries.id = entry_id';
  const told = pageBy([target], 'audit_targets.at', 'audit_targets.entry_id');
  // An entry may have changed an item in several ways. Only products and categories have such rows.
  const item = [
    ['item_changes.kind', `split_part(${thing}, ' ', 1)`],
    ['item_changes.item_id', `substring(${thing} FROM ' ([0-9]{1,10})$')::bigint`],
  ] as const;
  const noted = pageBy(item, 'item_changes.entry_at', 'item_changes.entry_id');
  return `${SELECTED}
    FROM (
      (SELECT audit_targets.at AS found_at, entry_id FROM audit_targets ${join} WHERE ${kept}${told} LIMIT $5)
      UNION
      (SELECT found_at, entry_id FROM (
         SELECT DISTINCT kind, item_id, entry_at AS found_at, entry_id, entry_at
         FROM item_changes ${join} WHERE ${kept}${noted} LIMIT $5) noted)
    ) found ${join} ORDER BY found_at DESC, entry_id DESC LIMIT $5`;
}

function pageBy(equal: SortedRows['equal'], time: string, id: string): string {
  return newestRows({
    ...{ equal, time, id, firstId: '0', from: '$1::timestamptz', to: '$2::timestamptz' },
    after: { time: '$3::timestamptz', id: '$4::bigint' },
  });
}
