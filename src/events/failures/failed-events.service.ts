import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError, MissingError } from '../../common/app-error.js';
import { sentence } from '../../common/sentence.js';
import { Database } from '../../database/database.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES, type QueueName } from '../../queue/queues.js';
import { queueOf, type ListenerJobData } from '../listener-job-data.js';
import type { AccountEvent } from '../ordered/account-event.js';
import { placeOf } from '../ordered/account-place.js';
import { ListenerPositions } from '../ordered/listener-positions.repository.js';
import { OrderedListeners } from '../ordered/ordered-listeners.js';
import type { FailedEvent } from './failed-event.entity.js';
import { FailedEventRepository } from './failed-event.repository.js';

const HELD_QUEUES = [QUEUES.listener, QUEUES.extension] as const;

/** Events that listeners have not handled, jobs that have failed, and what a restore holds back; for the operator. */
@Injectable()
export class FailedEvents {
  constructor(
    private readonly database: Database,
    private readonly failures: FailedEventRepository,
    private readonly jobs: JobQueue,
    private readonly positions: ListenerPositions,
    private readonly listeners: OrderedListeners,
  ) {}

  /** The last failed first. */
  list(limit: number, extension?: string): Promise<FailedEvent[]> {
    return this.failures.list(limit, extension);
  }

  /**
   * Hands an event to its listener once more, or does a job once more, now. What was planned for later is not done any
   * more.
   * @throws MissingError
   */
  resend(id: number): Promise<FailedEvent> {
    return this.database.transaction(async (manager) => {
      const failed = await this.failures.tryNow(manager, id);
      if (!failed) {
        throw new MissingError(...sentence('missing.failed-event', { id }));
      }
      const { extension, listener, eventType, attempts, accountId } = failed;
      if (accountId !== null) {
        await this.positions.tryNow(manager, { extension, listener, accountId });
        return failed;
      }
      const event = await this.failures.present(manager, failed.event);
      const job: ListenerJobData = { extension, listener, event, attempt: attempts + 1 };
      await this.jobs.send(manager, queueOf(eventType), job);
      return failed;
    });
  }

  /** An event that was not handled, locked until the end of the caller's transaction. @throws MissingError */
  async locked(manager: EntityManager, id: number): Promise<FailedEvent> {
    const failed = await this.failures.locked(manager, id);
    if (failed) return failed;
    throw new MissingError(...sentence('missing.failed-event', { id }));
  }

  /**
   * Has the account of an event in order go on without it, in the caller's transaction, which has locked it.
   * @throws ConflictError for an event that no other one waits for
   */
  async skip(manager: EntityManager, failed: FailedEvent): Promise<void> {
    const { id, extension, listener, accountId } = failed;
    const { cursor } = JSON.parse(failed.event) as Partial<AccountEvent>;
    const after = placeOf(cursor ?? '');
    if (accountId === null || !after)
      throw new ConflictError(...sentence('extension.others-follow', { id }));
    const account = { extension, listener, accountId };
    await this.positions.moveTo(manager, account, after.place);
    await this.failures.forgetOfAccount(manager, account);
  }

  /** Records listeners that are told in order; for a server at its start. */
  begin(manager: EntityManager): Promise<void> {
    return this.positions.begin(manager, this.listeners.all);
  }

  /** Forgets how far the listeners of an extension have been told in order, in the caller's transaction. */
  async forget(manager: EntityManager, extension: string): Promise<void> {
    await this.positions.forget(manager, extension);
    await this.failures.forgetOrdered(manager, extension);
  }

  /**
   * Holds back the unsent events and jobs of a restored state: they may have been handled after it.
   * @returns the number of those that are held back, and of those that a backup names but has no job of; and of accounts whose
   * events in order are held back.
   */
  async hold(manager: EntityManager): Promise<{ held: number; lost: number; accounts: number }> {
    const held = await sumOf((queue) => this.jobs.hold(manager, queue));
    const givenUp = await this.failures.giveUpAll(manager);
    const accounts = await this.positions.hold(manager);
    return { held, lost: Math.max(givenUp - held, 0), accounts };
  }

  /** Sends what is held. @returns its number, with that of accounts whose events in order go on */
  release(): Promise<number> {
    return this.database.transaction(async (manager) => {
      const accounts = await this.positions.release(manager);
      return accounts + (await sumOf((queue) => this.jobs.releaseHeld(manager, queue)));
    });
  }

  /** Deletes what is held; events in order go on behind all that has happened. @returns as `release` */
  drop(): Promise<number> {
    return this.database.transaction(async (manager) => {
      await this.failures.forgetHeld(manager);
      const accounts = await this.positions.drop(manager);
      return accounts + (await sumOf((queue) => this.jobs.dropHeld(manager, queue)));
    });
  }
}

async function sumOf(count: (queue: QueueName) => Promise<number>): Promise<number> {
  let sum = 0;
  for (const queue of HELD_QUEUES) sum += await count(queue);
  return sum;
}
