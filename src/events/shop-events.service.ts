import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { JobQueue } from '../queue/job-queue.js';
import { QUEUES } from '../queue/queues.js';
import type { ListenerJobData } from './listener-job-data.js';
import { isListOf, Listeners } from './listeners.js';
import { RECORDED_LISTENERS, type RecordedListener } from './recorded-listeners.js';
import { shopEvent, type ShopEventContent, type ShopEventType } from './shop-event.js';

/** Writes events for listeners, in the transaction that they tell of. */
@Injectable()
export class ShopEvents {
  constructor(
    private readonly listeners: Listeners,
    private readonly jobs: JobQueue,
  ) {}

  /** The listeners of all extensions, in the caller's transaction. */
  async recorded(manager: EntityManager): Promise<readonly RecordedListener[]> {
    const [row] = await manager.query<[{ listeners: RecordedListener[] }]>(
      `SELECT (${RECORDED_LISTENERS}) AS listeners`,
    );
    return row.listeners;
  }

  /** False if no listener wants events of the type. */
  areWanted(type: ShopEventType, recorded: readonly RecordedListener[]): boolean {
    return (
      recorded.some(({ events }) => isListOf(events, type)) || this.listeners.of(type).length > 0
    );
  }

  /** True if `write` would write the event for a listener. */
  concern(content: ShopEventContent, recorded: readonly RecordedListener[]): boolean {
    return (
      this.areWanted(content.type, recorded) &&
      this.listeners.targets(shopEvent(content), recorded).length > 0
    );
  }

  /** Writes a job for each listener that the event concerns. */
  async write(
    manager: EntityManager,
    content: ShopEventContent,
    recorded: readonly RecordedListener[],
  ): Promise<void> {
    if (!this.areWanted(content.type, recorded)) return;
    const event = shopEvent(content);
    for (const { extension, name: listener } of this.listeners.targets(event, recorded)) {
      const account = 'accountId' in event.data ? { accountId: event.data.accountId } : {};
      const job = { ...account, extension, listener, event: JSON.stringify(event), attempt: 1 };
      await this.jobs.send(manager, QUEUES.listener, job satisfies ListenerJobData);
    }
  }
}
