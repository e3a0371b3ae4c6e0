import { Injectable } from '@nestjs/common';
import { Database } from '../../../database/database.js';
import type { SentMessage } from './sent-message.js';

/** Writes and deletes the record of messages about orders. */
@Injectable()
export class SentMessages {
  constructor(private readonly database: Database) {}

  /** Keeps the last attempt of each message. A job that was doubled does not replace it by an earlier one. */
  async note(message: SentMessage, manager = this.database.manager): Promise<void> {
    await manager.query(NOTE, [
      message.accountId,
      message.orderId,
      message.messageId,
      message.eventType,
      message.receiver,
      message.attempts,
      message.httpStatus,
      message.failure,
    ]);
  }

  /** Deletes those that were last sent more than so many days ago. @returns their number, at most `count` */
  async deleteExpired(days: number, count: number): Promise<number> {
    const [, deleted] = await this.database.manager.query<[unknown, number]>(DELETE_EXPIRED, [
      days,
      count,
    ]);
    return deleted;
  }
}

const NOTE = `
  INSERT INTO webhook_messages AS known (account_id, order_id, message_id, event_type, receiver, attempts,
                                         http_status, failure)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (account_id, order_id, message_id) DO UPDATE
  SET receiver = excluded.receiver, attempts = excluded.attempts, http_status = excluded.http_status,
      failure = excluded.failure, last_attempt_at = now()
  WHERE known.attempts <= excluded.attempts`;

/** Rows that another server is deleting are left to it. */
const DELETE_EXPIRED = `
  DELETE FROM webhook_messages WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM webhook_messages WHERE last_attempt_at < now() - $1 * interval '1 day'
    ORDER BY last_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED))`;
