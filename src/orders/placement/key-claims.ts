import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BatchedReads } from '../../database/batched-reads.js';
import { Database, SEVERAL_ACCOUNTS } from '../../database/database.js';
import { revisionIn } from '../../database/revision/revisions.js';
import type { KeyClaim } from '../order.entity.js';

/** What was found when an idempotency key was claimed. Accounts and catalog are seen as of the begin of the statement. */
export interface ClaimFound {
  readonly orderId: string;
  /** True when the key was free. It is claimed then, until the transaction is rolled back. */
  readonly isNew: boolean;
  /** The order of a key that was not free: null for a sealed key, undefined if it was taken at that very moment. */
  readonly earlier: string | null | undefined;
  /** Revisions that are committed. */
  readonly access: string;
  readonly catalog: string;
  /** The clock of the database afterwards, in seconds since 1970. */
  readonly clock: number;
  /** The orders of the account are halted. */
  readonly isHalted: boolean;
  /** USD: balance plus credit limit. */
  readonly spendable: string;
}

/** A trial waits for other transactions with the same key. */
const WITHIN_MS = 1_000;

/** Claims the idempotency keys of several orders in one statement. */
@Injectable()
export class KeyClaims {
  private readonly trials = new BatchedReads<KeyClaim, ClaimFound>(
    (keys) => this.rolledBack(keys),
    ({ accountId }) => accountId,
  );

  constructor(private readonly database: Database) {}

  /**
   * Claims keys in the transaction of the caller, waiting for others that have claimed them. All statements that claim
   * several keys do so in the same order, so that they cannot deadlock; of those with the same key the first one gets it.
   * Afterwards the access revision is locked.
   * @returns what was found, in the order of the keys
   */
  async claim(manager: EntityManager, keys: readonly KeyClaim[]): Promise<ClaimFound[]> {
    const rows = await manager.query<(ClaimFound & { isKnown: boolean })[]>(
      CLAIM_KEYS,
      columnsOf(keys),
    );
    return rows.map(({ isKnown, earlier, ...row }) => ({
      ...row,
      earlier: isKnown ? earlier : undefined,
    }));
  }

  /** Gives keys back that were claimed in the same transaction. */
  async giveBack(manager: EntityManager, keys: readonly KeyClaim[]): Promise<void> {
    if (keys.length > 0) await manager.query(GIVE_BACK, columnsOf(keys));
  }

  /**
   * Claims a key, together with those of concurrent callers, and rolls that back: nothing else says whether a request with the same
   * key is being committed. @throws the error of the database, TemporarilyUnavailableError (111)
   */
  onTrial(key: KeyClaim): Promise<ClaimFound> {
    return this.trials.ask(key);
  }

  private rolledBack(keys: readonly KeyClaim[]): Promise<ClaimFound[]> {
    const queue = { accountId: SEVERAL_ACCOUNTS, beginWithinMs: WITHIN_MS };
    const options = { dryRun: true, queue, statementMs: WITHIN_MS };
    return this.database.transaction((manager) => this.claim(manager, keys), options);
  }
}

function columnsOf(keys: readonly KeyClaim[]): unknown[] {
  return [
    keys.map(({ accountId }) => accountId),
    keys.map(({ orderUuid }) => orderUuid),
    keys.map(({ orderId }) => orderId),
  ];
}

const CLAIM_KEYS = `
  WITH access AS MATERIALIZED (
    SELECT lock_access_revision() AS revision
  ), asked AS MATERIALIZED (
    SELECT * FROM unnest($1::integer[], $2::text[], $3::text[])
      WITH ORDINALITY AS one (account_id, order_uuid, order_id, place)
  ), claimed AS (
    INSERT INTO order_keys (account_id, order_uuid, order_id)
    SELECT account_id, order_uuid, order_id FROM access, asked ORDER BY account_id, order_uuid COLLATE "C", place
    ON CONFLICT (account_id, order_uuid) DO NOTHING RETURNING order_id
  )
  SELECT asked.order_id AS "orderId", claimed.order_id IS NOT NULL AS "isNew",
         key.account_id IS NOT NULL AS "isKnown", key.order_id AS earlier,
         access.revision AS access, (SELECT ${revisionIn('catalog_revision')} FROM catalog_revision) AS catalog,
         extract(epoch FROM clock_timestamp())::float8 AS clock,
         orders_halted_at IS NOT NULL AS "isHalted", balance + credit_limit AS spendable
  FROM access CROSS JOIN asked
  JOIN accounts ON accounts.id = asked.account_id
  LEFT JOIN claimed ON claimed.order_id = asked.order_id
  LEFT JOIN order_keys key ON key.account_id = asked.account_id AND key.order_uuid = asked.order_uuid
  ORDER BY place`;

const GIVE_BACK = `
  DELETE FROM order_keys USING unnest($1::integer[], $2::text[], $3::text[]) AS one (account_id, order_uuid, order_id)
  WHERE order_keys.account_id = one.account_id AND order_keys.order_uuid = one.order_uuid
    AND order_keys.order_id = one.order_id`;
