import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';

/** All that begins within this time is told by one message for each topic. */
export const ROUND_SECONDS = 60;

/** Decides which of several servers looks for what is to be told, and how often. */
@Injectable()
export class RoundRepository {
  /** @returns false if it is not time, or another transaction is at it. The row is locked until the end of the caller's. */
  async take(manager: EntityManager): Promise<boolean> {
    const [, count] = await manager.query<[unknown, number]>(TAKE, [ROUND_SECONDS]);
    return count === 1;
  }
}

const TAKE = `
  UPDATE notification_rounds SET looked_at = now() WHERE id = (
    SELECT id FROM notification_rounds
    WHERE looked_at <= now() - $1::integer * interval '1 second' FOR UPDATE SKIP LOCKED)`;
