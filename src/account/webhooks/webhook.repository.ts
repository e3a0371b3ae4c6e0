import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { timeText, type Position } from '../../common/paging.js';
import { Database } from '../../database/database.js';
import { newestRows } from '../../database/sorted-rows.js';
import { AccountWebhook } from './account-webhook.entity.js';
import { WebhookFailure } from './webhook-failure.entity.js';

/** A failed attempt. */
export interface FailedAttempt {
  readonly messageId: string;
  readonly accountId: number;
  readonly eventType: string;
  readonly attempts: number;
  readonly reason: string;
  /** Null if the message is given up. */
  readonly againInSeconds: number | null;
}

/** A failed message with its place in the list. */
export interface ListedFailure extends WebhookFailure {
  /** When it failed last, as in `Position`. */
  readonly time: string;
}

/** The columns of a webhook that an operator may change. */
export type WebhookChange = Partial<Pick<AccountWebhook, 'url' | 'balanceLow' | 'encryptedSecret'>>;

/** Reads and writes webhooks and their failed messages. */
@Injectable()
export class WebhookRepository {
  constructor(private readonly database: Database) {}

  find(accountId: number, manager = this.database.manager): Promise<AccountWebhook | null> {
    return manager.findOneBy(AccountWebhook, { accountId });
  }

  async insert(
    manager: EntityManager,
    webhook: Pick<AccountWebhook, 'accountId' | 'url' | 'balanceLow' | 'encryptedSecret'>,
  ): Promise<void> {
    await manager.insert(AccountWebhook, webhook);
  }

  async update(manager: EntityManager, accountId: number, change: WebhookChange): Promise<void> {
    await manager.update(AccountWebhook, { accountId }, change);
  }

  /** Stores a new secret; the present one also signs messages for 24 hours. */
  async changeSecret(manager: EntityManager, accountId: number, encryptedSecret: Buffer) {
    await manager.query(CHANGE_SECRET, [accountId, encryptedSecret]);
  }

  /** @param url if given, the webhook is removed only if it still has this URL. */
  async remove(accountId: number, url?: string, manager = this.database.manager): Promise<void> {
    const where = { accountId, ...(url !== undefined && { url }) };
    await manager.delete(AccountWebhook, where);
  }

  /** Stores a failed attempt. If the message is given up, old failures of the account are deleted. */
  async noteFailure(attempt: FailedAttempt, manager = this.database.manager): Promise<void> {
    await manager.query(NOTE_FAILURE, [
      attempt.messageId,
      attempt.accountId,
      attempt.eventType,
      attempt.attempts,
      attempt.reason,
      attempt.againInSeconds,
    ]);
    if (attempt.againInSeconds === null) await manager.query(FORGET_OLD, [attempt.accountId]);
  }

  /** The body of a message that is queued again: its order may have been erased meanwhile. */
  async bodyToRepeat(manager: EntityManager, body: string): Promise<string> {
    const [row] = await manager.query<[{ body: string }]>(BODY_TO_REPEAT, [body]);
    return row.body;
  }

  /** Marks all messages that were to be tried again as given up. @returns their number */
  async giveUpAll(manager: EntityManager): Promise<number> {
    const [, count] = await manager.query<[unknown, number]>(GIVE_UP_ALL);
    return count;
  }

  /** Accounts with messages that are to be tried again. */
  async failingAccounts(): Promise<number[]> {
    const rows = await this.database.manager.query<{ accountId: number }[]>(FAILING_ACCOUNTS);
    return rows.map(({ accountId }) => accountId);
  }

  async forgetFailure(messageId: string): Promise<void> {
    await this.database.manager.delete(WebhookFailure, { messageId });
  }

  /** At most `limit` failures behind the position, newest first, of one account or of all. */
  failurePage(
    after: Position | undefined,
    limit: number,
    accountId?: number,
  ): Promise<ListedFailure[]> {
    const { time, id } = after ?? { time: 'infinity', id: '' };
    const values = [time, id, limit, ...(accountId === undefined ? [] : [accountId])];
    return this.database.manager.query(listFailures(accountId !== undefined), values);
  }
}

function listFailures(isOfAccount: boolean): string {
  const page = newestRows({
    equal: isOfAccount ? [['account_id', '$4::integer']] : [],
    time: 'last_failed_at',
    id: 'message_id',
    firstId: "''",
    from: "'-infinity'::timestamptz",
    to: "'infinity'::timestamptz",
    after: { time: '$1::timestamptz', id: '$2::text' },
  });
  return `
    SELECT message_id AS "messageId", account_id AS "accountId", event_type AS "eventType", attempts,
           reason, next_try_at AS "nextTryAt", first_failed_at AS "firstFailedAt",
           last_failed_at AS "lastFailedAt", ${timeText('last_failed_at')} AS time
    FROM webhook_failures WHERE ${page} LIMIT $3`;
}

const CHANGE_SECRET = `
  UPDATE account_webhooks
  SET previous_sealed_secret = sealed_secret, previous_until = now() + interval '24 hours',
      sealed_secret = $2
  WHERE account_id = $1`;

const NOTE_FAILURE = `
  INSERT INTO webhook_failures (message_id, account_id, event_type, attempts, reason, next_try_at)
  VALUES ($1, $2, $3, $4, $5, now() + $6::double precision * interval '1 second')
  ON CONFLICT (message_id) DO UPDATE
  SET attempts = excluded.attempts, reason = excluded.reason, next_try_at = excluded.next_try_at,
      last_failed_at = now()`;

const GIVE_UP_ALL = `
  UPDATE webhook_failures SET next_try_at = NULL, reason = 'a restore ended its tries; ' || reason
  WHERE next_try_at IS NOT NULL`;

const FAILING_ACCOUNTS = `
  SELECT DISTINCT account_id AS "accountId" FROM webhook_failures WHERE next_try_at IS NOT NULL`;

const FORGET_OLD = `
  DELETE FROM webhook_failures
  WHERE account_id = $1 AND next_try_at IS NULL AND last_failed_at < now() - interval '30 days'`;

const BODY_TO_REPEAT = 'SELECT message_to_repeat($1) AS body';
