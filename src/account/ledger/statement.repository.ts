import { Injectable } from '@nestjs/common';
import type { Page, Position, TimeRange } from '../../common/paging.js';
import { Database } from '../../database/database.js';
import { newestRows } from '../../database/sorted-rows.js';
import { IS_FOR_RESELLERS } from './ledger-actors.js';
import type { ChainedEntry } from './ledger-chain.js';
import { HASHED_COLUMNS } from './ledger-reader.repository.js';

/** A ledger entry as its reseller reads it. */
export interface StatementEntry extends Omit<ChainedEntry, 'note' | 'actor'> {
  /** Note, actor and reference are null for an entry of an earlier release, which did not write them for resellers, and for an erased note. */
  readonly note: string | null;
  readonly actor: string | null;
  /** Of the order that was charged, refunded or reversed. */
  readonly orderUuid: string | null;
  readonly productName: string | null;
}

type Row = StatementEntry & { readonly lastSequence: string };

/** Reads the ledger of one account for its reseller, newest first by time and sequence number. */
@Injectable()
export class StatementPages {
  constructor(private readonly database: Database) {}

  /**
   * The later pages hold no entry that was written after the first page was read. An entry's time is that of the beginning
   * of its transaction, so a later entry may have an earlier time, and would leave a gap in what was read before.
   */
  async page(
    accountId: number,
    { from = '-infinity', to = 'infinity' }: TimeRange,
    after: Position | undefined,
    limit: number,
  ): Promise<Page<StatementEntry>> {
    const { time = 'infinity', id = '0', lastId = null } = after ?? {};
    const parameters = [accountId, from, to, time, id, lastId, limit + 1];
    const rows = await this.database.manager.query<Row[]>(READ_PAGE, parameters);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const next = rows.length > limit && last ? positionOf(last) : null;
    return { items, next };
  }
}

function positionOf({ createdAt, sequence, lastSequence }: Row): Position {
  return { time: createdAt, id: sequence, lastId: lastSequence };
}

/** Verifiers take texts without their salts for forged ones, so nothing is shown of an entry whose note is erased. */
const IS_SHOWN = `(
  (entry.salts IS NOT NULL OR entry.commitments IS NULL OR entry.commitments = '') AND ${IS_FOR_RESELLERS})`;

const READ_PAGE = `
  SELECT ${HASHED_COLUMNS}, previous_hash AS "previousHash", entry_hash AS "entryHash",
         CASE WHEN ${IS_SHOWN} THEN reference END AS reference,
         CASE WHEN ${IS_SHOWN} THEN note END AS note,
         CASE WHEN ${IS_SHOWN} THEN actor END AS actor,
         CASE WHEN ${IS_SHOWN} THEN salts END AS salts,
         placed.order_uuid AS "orderUuid", placed.product_name AS "productName",
         last_sequence::text AS "lastSequence"
  FROM (
    SELECT ledger_entries.*, last_sequence
    FROM (
      SELECT coalesce($6::bigint, ledger_sequence) AS last_sequence FROM accounts WHERE id = $1
    ) account
    JOIN ledger_entries ON account_id = $1 AND sequence <= last_sequence
    WHERE ${newestRows({
      ...{ equal: [], time: 'created_at', id: 'sequence', firstId: '0' },
      ...{ from: '$2::timestamptz', to: '$3::timestamptz' },
      after: { time: '$4::timestamptz', id: '$5::bigint' },
    })} LIMIT $7
  ) entry
  LEFT JOIN LATERAL (
    -- The limit has each order looked up, however few PostgreSQL takes the orders of the shop to be.
    SELECT order_uuid, product_name FROM orders
    WHERE account_id = $1 AND order_id = entry.order_id LIMIT 1
  ) placed ON true
  ORDER BY entry.created_at DESC, entry.sequence DESC`;
