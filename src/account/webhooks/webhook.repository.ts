import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { AccountWebhook } from './account-webhook.entity.js';
import { WebhookFailure } from './webhook-failure.entity.js';

/** An attempt in vain. */
export interface FailedAttempt {
  readonly messageId: string;
  readonly accountId: number;
  readonly eventType: string;
  readonly attempts: number;
  readonly reason: string;
  /** Null gives the message up. */
  readonly againInSeconds: number | null;
}

/** What an operator may set on a webhook. */
export type WebhookChange = Partial<Pick<AccountWebhook, 'url' | 'balanceLow' | 'encryptedSecret'>>;

/** Webhooks, and the messages that did not arrive. */
@Injectable()
export class WebhookRepository {
  constructor(private readonly database: Database) {}

  find(accountId: number): Promise<AccountWebhook | null> {
    return this.database.manager.findOneBy(AccountWebhook, { accountId });
  }

  async insert(
    webhook: Pick<AccountWebhook, 'accountId' | 'url' | 'balanceLow' | 'encryptedSecret'>,
  ): Promise<void> {
    await this.database.manager.insert(AccountWebhook, webhook);
  }

  async update(accountId: number, change: WebhookChange): Promise<void> {
    await this.database.manager.update(AccountWebhook, { accountId }, change);
  }

  /** Takes a new secret; the present one signs for another day. */
  async changeSecret(accountId: number, encryptedSecret: Buffer): Promise<void> {
    await this.database.manager.query(CHANGE_SECRET, [accountId, encryptedSecret]);
  }

  /** @param url when given, only a webhook to it is removed: it may have been set to another one meanwhile. */
  async remove(accountId: number, url?: string): Promise<boolean> {
    const where = { accountId, ...(url !== undefined && { url }) };
    const { affected } = await this.database.manager.delete(AccountWebhook, where);
    return affected === 1;
  }

  /** Keeps an attempt in vain, and forgets those of the account that were given up long ago. */
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

  async forgetFailure(messageId: string): Promise<void> {
    await this.database.manager.delete(WebhookFailure, { messageId });
  }

  /** Newest first, of one account or of all. */
  listFailures(limit: number, accountId?: number): Promise<WebhookFailure[]> {
    return this.database.manager.find(WebhookFailure, {
      ...(accountId !== undefined && { where: { accountId } }),
      order: { lastFailedAt: 'DESC', messageId: 'ASC' },
      take: limit,
    });
  }
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

const FORGET_OLD = `
  DELETE FROM webhook_failures
  WHERE account_id = $1 AND next_try_at IS NULL AND last_failed_at < now() - interval '30 days'`;
