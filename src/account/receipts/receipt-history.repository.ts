import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { timeText } from '../../common/paging.js';
import { Database } from '../../database/database.js';
import { headsOf, LINEAGE, NOW, type ChainHeads } from './heads.sql.js';
import type { SignedText } from './signed-text.js';

/** In which lineage the shop has signed last. */
export interface ReceiptState {
  readonly lineage: string;
  /** Empty as long as nothing was signed. */
  readonly signedLineage: string;
  readonly signedAt: string;
  readonly now: string;
}

/** A checkpoint that was served, and is not in the present history. */
export interface LostCheckpoint {
  readonly accountId: number;
  readonly eventNumber: string;
  readonly entrySequence: string;
  readonly signed: string;
}

export interface BreakToExplain {
  readonly id: number;
  readonly signed: string;
}

const AT_ONCE = 1_000;

/** What the shop has signed in which lineage of its database, and where one went on from an earlier state. */
@Injectable()
export class ReceiptHistoryRepository {
  constructor(private readonly database: Database) {}

  async state(manager: EntityManager = this.database.manager): Promise<ReceiptState> {
    const [state] = await manager.query<[ReceiptState]>(STATE);
    return state;
  }

  /** The ends of both chains of an account; undefined if there is no such account. */
  async heads(manager: EntityManager, accountId: number): Promise<ChainHeads | undefined> {
    const [heads] = await manager.query<ChainHeads[]>(HEADS, [accountId]);
    return heads;
  }

  /** In the present lineage. */
  async noteSigned(manager: EntityManager, { lineage, now }: ReceiptState): Promise<void> {
    await manager.query(NOTE_SIGNED, [lineage, now]);
  }

  /** At most once a minute. */
  async noteSignedLately(lineage: string, time: string): Promise<void> {
    await this.database.manager.query(NOTE_SIGNED_LATELY, [lineage, time]);
  }

  /** Oldest first. */
  breaks(manager: EntityManager = this.database.manager): Promise<SignedText[]> {
    return manager.query(BREAKS);
  }

  async addBreak(manager: EntityManager, oldLineage: string, text: SignedText): Promise<void> {
    const { signed, signature, key } = text;
    await manager.query(ADD_BREAK, [oldLineage, signed, signature, key]);
  }

  /** The latest break, and earlier ones that have no cause, oldest first. */
  breaksToExplain(manager: EntityManager): Promise<BreakToExplain[]> {
    return manager.query(BREAKS_TO_EXPLAIN);
  }

  async setCause(
    manager: EntityManager,
    id: number,
    cause: string,
    text: SignedText,
  ): Promise<void> {
    const { signed, signature, key } = text;
    await manager.query(SET_CAUSE, [id, cause, signed, signature, key]);
  }

  /** Notes those of the checkpoints that the present history does not hold. @returns the present lineage */
  async noteLost(checkpoints: readonly string[]): Promise<void> {
    for (let start = 0; start < checkpoints.length; start += AT_ONCE) {
      await this.database.manager.query(NOTE_LOST, [checkpoints.slice(start, start + AT_ONCE)]);
    }
  }
}

const STATE = `
  SELECT ${LINEAGE} AS lineage, lineage AS "signedLineage", ${timeText('signed_at')} AS "signedAt", ${NOW} AS now
  FROM receipts_state`;

const HEADS = headsOf('SELECT id FROM accounts WHERE id = $1');

const NOTE_SIGNED = `UPDATE receipts_state SET lineage = $1, signed_at = $2::timestamptz`;

const NOTE_SIGNED_LATELY = `
  UPDATE receipts_state SET signed_at = $2::timestamptz
  WHERE lineage = $1 AND signed_at < $2::timestamptz - interval '1 minute'`;

const BREAKS = 'SELECT signed, signature, key FROM history_breaks ORDER BY id';

const ADD_BREAK = `
  INSERT INTO history_breaks (old_lineage, signed, signature, key) VALUES ($1, $2, $3, $4)`;

const BREAKS_TO_EXPLAIN = `
  SELECT id, signed FROM history_breaks
  WHERE cause = '' OR id = (SELECT max(id) FROM history_breaks) ORDER BY id`;

const SET_CAUSE = `
  UPDATE history_breaks SET cause = $2, signed = $3, signature = $4, key = $5 WHERE id = $1`;

/** Of an account the last one of all servers. A number 0 stands for a chain without a link. */
const NOTE_LOST = `
  WITH present AS MATERIALIZED (SELECT ${LINEAGE} AS lineage), served AS (
    SELECT signed, signed::json ->> 7 AS lineage, (signed::json ->> 1)::integer AS account_id,
           (signed::json ->> 2)::bigint AS event_number, signed::json ->> 3 AS event_hash,
           (signed::json ->> 4)::bigint AS entry_sequence, signed::json ->> 5 AS entry_hash
    FROM unnest($1::text[]) AS signed
  )
  INSERT INTO lost_checkpoints (lineage, account_id, event_number, entry_sequence, signed)
  SELECT served.lineage, account_id, event_number, entry_sequence, signed FROM served, present
  WHERE served.lineage <> present.lineage AND (
    (event_number > 0 AND NOT EXISTS (
      SELECT FROM account_events event
      WHERE event.account_id = served.account_id AND number = event_number AND hash = decode(event_hash, 'hex')))
    OR (entry_sequence > 0 AND NOT EXISTS (
      SELECT FROM ledger_entries entry
      WHERE entry.account_id = served.account_id AND sequence = entry_sequence
        AND entry.entry_hash = decode(served.entry_hash, 'hex'))))
  ON CONFLICT (lineage, account_id) DO UPDATE
    SET event_number = excluded.event_number, entry_sequence = excluded.entry_sequence, signed = excluded.signed
    WHERE (lost_checkpoints.event_number, lost_checkpoints.entry_sequence)
      < (excluded.event_number, excluded.entry_sequence)`;

/** The cause of a later break explains what was lost before it, too: settling makes one. */
export const UNEXPLAINED = `NOT EXISTS (
  SELECT FROM history_breaks
  WHERE cause <> '' AND id >= coalesce((SELECT max(id) FROM history_breaks WHERE old_lineage = lost.lineage), 0))`;

/** By account; those whose loss the owner has explained are left out. */
export const LOST_CHECKPOINTS = `
  SELECT account_id AS "accountId", event_number::text AS "eventNumber", entry_sequence::text AS "entrySequence", signed
  FROM lost_checkpoints lost WHERE ${UNEXPLAINED} ORDER BY account_id, lineage`;
