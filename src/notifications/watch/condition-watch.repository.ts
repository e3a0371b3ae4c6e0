import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MAX_SHOWN_ITEMS, type LastingNotice, type NoticeItem } from '../messages/notice.js';
import type { LastingTopic } from '../topics.js';
import { takeBegun } from './conditions.sql.js';

/** Finds what has begun since it was last looked for, such as a stock that is low. */
@Injectable()
export class ConditionWatchRepository {
  /** @returns undefined if nothing has begun since the last call in a committed transaction. */
  async take(manager: EntityManager, topic: LastingTopic): Promise<LastingNotice | undefined> {
    const rows = await manager.query<{ item: NoticeItem; count: number }[]>(takeBegun(topic), [
      topic,
      MAX_SHOWN_ITEMS,
    ]);
    const [first] = rows;
    if (!first) return undefined;
    return { type: topic, data: { count: first.count, items: rows.map(({ item }) => item) } };
  }

  /** What nobody wants to be told of any more begins anew when somebody does. */
  async keepOnly(manager: EntityManager, topics: readonly LastingTopic[]): Promise<void> {
    await manager.query('DELETE FROM notification_conditions WHERE topic <> ALL ($1::text[])', [
      topics,
    ]);
  }
}
