import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { ShopEvents } from '../../events/shop-events.service.js';
import { WebhookEvents } from '../webhooks/webhook-events.service.js';
import {
  BatchBooks,
  type CappedFamily,
  type PayingAccount,
  type LowBalance,
} from './batch-books.js';
import { ORDER_ACTOR } from './ledger-actors.js';

/** Whose orders are charged together. */
export interface BatchPayer {
  readonly accountId: number;
  readonly cappedFamily: number | null;
}

/** Charges the orders of a batch, or a single one, in a few statements however many they are. */
@Injectable()
export class BatchBalances {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhookEvents,
    private readonly events: ShopEvents,
  ) {}

  /** Locks the rows of the accounts until the end of the caller's transaction, in the order in which all batches do. */
  open(manager: EntityManager, payers: readonly BatchPayer[]): Promise<BatchBooks> {
    return booksOf(manager, payers, LOCK_ACCOUNTS);
  }

  /** Nothing is locked, so that they tell only what would be. */
  read(payers: readonly BatchPayer[]): Promise<BatchBooks> {
    return booksOf(this.database.manager, payers, FIND_ACCOUNTS);
  }

  /** Writes what was noted, in the transaction that has opened the books and inserted the orders. */
  async post(manager: EntityManager, books: BatchBooks): Promise<void> {
    const { charges, spent, warnings } = books;
    if (charges.length > 0) {
      await manager.query(POST_CHARGES, [
        charges.map(({ accountId }) => accountId),
        charges.map(({ orderId }) => orderId),
        charges.map(({ amount }) => amount),
        ORDER_ACTOR,
      ]);
    }
    if (spent.length > 0) {
      const families = spent.map(({ family }) => family);
      await manager.query(COUNT_SPENDING, [families, spent.map(({ amount }) => amount)]);
    }
    for (const warning of warnings) await this.warn(manager, warning);
  }

  private async warn(
    manager: EntityManager,
    { accountId, event, listeners }: LowBalance,
  ): Promise<void> {
    await this.webhooks.send(manager, accountId, event);
    const { balance: spendable, threshold } = event.data;
    const data = { accountId, spendable, threshold };
    await this.events.write(manager, { type: 'balance.low', data }, listeners);
  }
}

async function booksOf(
  manager: EntityManager,
  payers: readonly BatchPayer[],
  findAccounts: string,
): Promise<BatchBooks> {
  const ids = [...new Set(payers.map(({ accountId }) => accountId))];
  const accounts = await manager.query<PayingAccount[]>(findAccounts, [ids]);
  const capped = new Map<number, number>();
  for (const { accountId, cappedFamily } of payers) {
    if (cappedFamily !== null) capped.set(cappedFamily, accountId);
  }
  if (capped.size === 0) return new BatchBooks(accounts, []);
  // A statement of its own, which sees what others have spent whose locks the one before has waited for.
  const families = await manager.query<CappedFamily[]>(FIND_FAMILIES, [
    [...capped.keys()],
    [...capped.values()],
  ]);
  return new BatchBooks(accounts, families);
}

const FIND_ACCOUNTS = `
  SELECT id AS "accountId", orders_halted_at IS NOT NULL AS "isHalted", balance + credit_limit AS spendable
  FROM accounts WHERE id = ANY ($1::integer[]) ORDER BY id`;
/** As a change of the balance does: new orders and their keys may still refer to the account. */
const LOCK_ACCOUNTS = `${FIND_ACCOUNTS} FOR NO KEY UPDATE`;

/** A minute counts until all of it is older than 24 hours. */
const FIND_FAMILIES = `
  SELECT family, (
    SELECT min(daily_cap) FROM access_tokens
    WHERE account_id = owner AND coalesce(family_id, id) = family
  ) AS cap, (
    SELECT coalesce(sum(spent), 0) FROM token_spending
    WHERE family_id = family AND minute >= date_trunc('minute', now() - interval '24 hours')
  ) AS spent
  FROM unnest($1::integer[], $2::integer[]) AS capped (family, owner)`;

/** Ordered by account and sequence, since each entry is chained to the previous one. */
const POST_CHARGES = `
  WITH due AS (
    SELECT account_id, order_id, amount, row_number() OVER turns AS turn, sum(amount) OVER turns AS spent
    FROM unnest($1::integer[], $2::text[], $3::numeric[])
      WITH ORDINALITY AS one (account_id, order_id, amount, place)
    WINDOW turns AS (PARTITION BY account_id ORDER BY place)
  ), charge AS (
    SELECT account_id, count(*) AS entries, sum(amount) AS total FROM due GROUP BY account_id
  ), charged AS (
    UPDATE accounts SET balance = balance - total, ledger_sequence = ledger_sequence + entries
    FROM charge WHERE accounts.id = charge.account_id
    RETURNING account_id, ledger_sequence - entries AS sequence_before, balance + total AS balance_before
  )
  INSERT INTO ledger_entries (account_id, sequence, kind, amount, balance_after, order_id, actor)
  SELECT account_id, sequence_before + turn, 'debit', -amount, balance_before - spent, order_id, $4
  FROM due JOIN charged USING (account_id) ORDER BY account_id, turn`;

const COUNT_SPENDING = `
  WITH outdated AS (
    DELETE FROM token_spending
    WHERE family_id = ANY ($1::integer[]) AND minute < now() - interval '25 hours'
  )
  INSERT INTO token_spending (family_id, minute, spent)
  SELECT family, date_trunc('minute', now()), amount
  FROM unnest($1::integer[], $2::numeric[]) AS charged (family, amount) ORDER BY family
  ON CONFLICT (family_id, minute) DO UPDATE SET spent = token_spending.spent + excluded.spent`;
