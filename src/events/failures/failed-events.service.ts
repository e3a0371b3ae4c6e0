import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConflictError, MissingError } from '../../common/app-error.js';
import type { PortOf } from '../../common/port-shape.js';
import { sentence } from '../../common/sentence.js';
import { Database } from '../../database/database.js';
import { JobQueue } from '../../queue/job-queue.js';
import { QUEUES } from '../../queue/queues.js';
import type { ListenerJobData } from '../listener-job-data.js';
import type { AccountEvent } from '../ordered/account-event.js';
import { placeOf } from '../ordered/account-place.js';
import { ListenerPositions } from '../ordered/listener-positions.repository.js';
import type { OrderedListener } from '../ordered/ordered-listener.js';
import type { FailedEvent } from './failed-event.entity.js';
import { FailedEventRepository } from './failed-event.repository.js';

/** Events that listeners have not handled, and those that a restore holds back; for the operator. */
@Injectable()
export class FailedEvents {
  constructor(
    private readonly database: Database,
    private readonly failures: FailedEventRepository,
    private readonly jobs: JobQueue,
    private readonly positions: ListenerPositions,
  ) {}

  /** The last failed first. */
  list(limit: number, extension?: string): Promise<FailedEvent[]> {
    return this.failures.list(limit, extension);
  }

  /** Hands an event to its listener once more, now. What was planned for later is not done any more. @throws MissingError */
  resend(id: number): Promise<FailedEvent> {
    return this.database.transaction(async (manager) => {
      const failed = await this.failures.tryNow(manager, id);
      if (!failed) {
        throw new MissingError(...sentence('missing.failed-event', { id }));
      }
      const { extension, listener, event, attempts, accountId } = failed;
      if (accountId !== null) {
        await this.positions.tryNow(manager, { extension, listener, accountId });
        return failed;
      }
      const job: ListenerJobData = { extension, listener, event, attempt: attempts + 1 };
      await this.jobs.send(manager, QUEUES.listener, job);
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
    const { id, extension, listener, accountId, eventId } = failed;
    const { cursor } = JSON.parse(failed.event) as Partial<AccountEvent>;
    const after = placeOf(cursor ?? '');
    if (accountId === null || !after)
      throw new ConflictError(...sentence('extension.others-follow', { id }));
    await this.positions.moveTo(manager, { extension, listener, accountId }, after.place);
    await this.failures.forget({ extension, listener, eventId }, manager);
  }

  /** Records listeners that are told in order; for a server at its start. */
  begin(manager: EntityManager, items: readonly PortOf<OrderedListener>[]): Promise<void> {
    return this.positions.begin(manager, items);
  }

  /** Forgets how far the listeners of an extension have been told in order, in the caller's transaction. */
  async forget(manager: EntityManager, extension: string): Promise<void> {
    await this.positions.forget(manager, extension);
    await this.failures.forgetOrdered(manager, extension);
  }

  /**
   * Holds back the unsent events of a restored state: they may have been handled after it.
   * @returns the number of events that are held back, and of those that a backup names but has no job of; and of accounts whose
   * events in order are held back.
   */
  async hold(manager: EntityManager): Promise<{ held: number; lost: number; accounts: number }> {
    const held = await this.jobs.hold(manager, QUEUES.listener);
    const givenUp = await this.failures.giveUpAll(manager);
    const accounts = await this.positions.hold(manager);
    return { held, lost: Math.max(givenUp - held, 0), accounts };
  }

  /** Sends the held events. @returns their number, with that of accounts whose events in order go on */
  release(): Promise<number> {
    return this.database.transaction(async (manager) => {
      const accounts = await this.positions.release(manager);
      return accounts + (await this.jobs.releaseHeld(manager, QUEUES.listener));
    });
  }

  /** Deletes the held events; those in order go on behind all that has happened. @returns as `release` */
  drop(): Promise<number> {
    return this.database.transaction(async (manager) => {
      await this.failures.forgetHeld(manager);
      const accounts = await this.positions.drop(manager);
      return accounts + (await this.jobs.dropHeld(manager, QUEUES.listener));
    });
  }
}
