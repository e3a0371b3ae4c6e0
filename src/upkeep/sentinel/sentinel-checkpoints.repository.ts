import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ChainHead } from '../../account/ledger/ledger-chain.js';

/** The accounts among the next ones, by id, whose ledgers have changed since their checkpoints. */
export interface ChangedAccounts {
  readonly changed: readonly number[];
  /** The id of the last account that was looked at; null behind the last one. */
  readonly last: number | null;
}

/**
 * Up to which entry the sentinel has found the ledger of each account valid. A checkpoint counts only in the lineage of the
 * database that it was written in: after a failover or a restore, what it rests on may be lost.
 */
@Injectable()
export class SentinelCheckpoints {
  /** Of at most `limit` accounts behind one. Those whose orders are halted are left out. */
  async changedAfter(
    manager: EntityManager,
    accountId: number,
    limit: number,
  ): Promise<ChangedAccounts> {
    const [found] = await manager.query<[ChangedAccounts]>(CHANGED, [accountId, limit]);
    return found;
  }

  /** The accounts whose orders are halted. Their checkpoints are forgotten. */
  async halted(manager: EntityManager): Promise<number[]> {
    const rows = await manager.query<{ id: number }[]>(HALTED);
    return rows.map(({ id }) => id);
  }

  async of(manager: EntityManager, accountId: number): Promise<ChainHead | undefined> {
    return (await manager.query<ChainHead[]>(FIND, [accountId]))[0];
  }

  /** In the transaction that has read what the checkpoint rests on, so that they are lost together if at all. */
  async keep(manager: EntityManager, accountId: number, head: ChainHead): Promise<void> {
    await manager.query(KEEP, [accountId, head.sequence, head.balance, head.hash]);
  }

  async forget(manager: EntityManager, accountId: number): Promise<void> {
    await manager.query('DELETE FROM sentinel_checkpoints WHERE account_id = $1', [accountId]);
  }
}

/** A subquery, since PostgreSQL would call the function for each row. */
const IN_LINEAGE = 'lineage = (SELECT current_database_lineage())';

/** The bounds of the accounts are repeated, so that the checkpoints of no others are read. */
const CHANGED = `
  WITH next AS MATERIALIZED (
    SELECT id, balance, ledger_sequence, orders_halted_at FROM accounts WHERE id > $1 ORDER BY id LIMIT $2
  )
  SELECT max(id) AS last, coalesce(array_agg(id ORDER BY id) FILTER (
    WHERE orders_halted_at IS NULL
      AND (kept.sequence, kept.balance) IS DISTINCT FROM (next.ledger_sequence, next.balance)), '{}') AS changed
  FROM next LEFT JOIN sentinel_checkpoints kept
    ON account_id = id AND account_id > $1 AND account_id <= (SELECT max(id) FROM next) AND ${IN_LINEAGE}`;

const HALTED = `
  WITH halted AS MATERIALIZED (SELECT id FROM accounts WHERE orders_halted_at IS NOT NULL),
       forgotten AS (DELETE FROM sentinel_checkpoints USING halted WHERE account_id = id)
  SELECT id FROM halted`;

const FIND = `
  SELECT sequence::text, balance::text, entry_hash AS hash
  FROM sentinel_checkpoints WHERE account_id = $1 AND ${IN_LINEAGE}`;

const KEEP = `
  INSERT INTO sentinel_checkpoints (account_id, sequence, balance, entry_hash) VALUES ($1, $2, $3, $4)
  ON CONFLICT (account_id) DO UPDATE
  SET sequence = excluded.sequence, balance = excluded.balance, entry_hash = excluded.entry_hash,
      lineage = excluded.lineage`;
